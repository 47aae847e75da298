// Opens an account for somebody who was invited. A GET of the link changes nothing, because messengers and mail programs
// prefetch links.

import HTTPTypes
import Hummingbird
import Ledger

/// The question before an invitation is used.
struct InvitationPage: Page {
    static let template = "Accounts/invitation"
    let address: String
    /// The form's operation id, so that resubmitting it opens the same account.
    let operation: String
}

struct InvitationController: Sendable {
    let ledger: Ledger
    let links: Links
    let configuration: SiteConfiguration
    let operations: OperationWriter

    func ask(_ request: Request, _ context: PageContext) async throws -> Response {
        // Who has used it comes by the same link again.
        guard context.visitor == nil else { return .seeOther(links.home) }
        guard configuration.limits.signUp != .closed else { throw Refusal.signUpIsClosed }
        guard let invitation = invitation(context),
            try ledger.isGood(invitation.hash, at: configuration.now())
        else { return try unknownLink(context) }
        let page = InvitationPage(
            address: links.invitation(invitation.text), operation: operations.newOperationID().text)
        return try .page(page, in: context.presentation, isSecret: true)
    }

    func accept(_ request: Request, _ context: PageContext) async throws -> Response {
        let form = try await request.form(OperationStamp.self, upTo: configuration.largestForm)
        if try context.visitor(in: ledger) != nil { return .seeOther(links.home) }
        guard let invitation = invitation(context) else { return try unknownLink(context) }
        let token = try token(invitation, form.operation.flatMap { OperationID($0) }, context)
        let newcomer = operations.newcomer(with: token, request, context)
        let account = try await ledger.accept(
            invitation.hash, by: newcomer, at: configuration.now(), limit: configuration.limits)
        guard account != nil else { return try unknownLink(context) }
        let hasSeenTutorial =
            SiteCookie.tutorial(base: links.base, isSecure: context.isSecure).value(in: request) != nil
        var response = Response.seeOther(hasSeenTutorial ? links.home : links.tutorial)
        response.headers += operations.sessionFields(token, request, context)
        return response
    }

    private func invitation(_ context: PageContext) -> SessionToken? {
        context.parameters.get("token").flatMap { SessionToken($0) }
    }

    /// The session that a form opens. The same form opens the same one: its answer can get lost, and with it an account
    /// that has no other key. Only the database can tell it, and the form's id is known to nobody else.
    private func token(
        _ invitation: SessionToken, _ form: OperationID?, _ context: PageContext
    ) throws -> SessionToken {
        let id = form ?? operations.newOperationID()
        let seed = SessionToken.seed(of: "invited by \(invitation.text) \(id.text)")
        return SessionToken(bytes: try ledger.successor(of: seed), isSecure: context.isSecure)
    }

    private func unknownLink(_ context: PageContext) throws -> Response {
        let words = context.words
        let page = ProblemPage(
            heading: words[.noInvitationHeading], advice: words[.noInvitationAdvice],
            destinations: [.init(address: links.join, text: words[.joinTitle], isFirst: true)],
            leadsBack: false)
        return try .page(page, in: context.presentation, status: .notFound, isSecret: true)
    }
}
