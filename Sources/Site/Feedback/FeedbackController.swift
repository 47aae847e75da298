// The feedback form. Needs no account and creates none.

import HTTPTypes
import Hummingbird
import Ledger

struct FeedbackController: Sendable {
    let ledger: Ledger
    let links: Links
    let configuration: SiteConfiguration
    let operations: OperationWriter

    func show(_ request: Request, _ context: PageContext) async throws -> Response {
        if request.uri.query == "thanks" { return try .page(FeedbackThanksPage(), in: context.presentation) }
        return try page(FeedbackForm(), flaws: [], context.presentation)
    }

    func create(_ request: Request, _ context: PageContext) async throws -> Response {
        let form = try await request.form(Stamped<FeedbackForm>.self, upTo: configuration.largestFeedback)
        let feedback: Feedback
        do {
            feedback = try form.fields.feedback()
        } catch let flaws {
            let presentation = try context.presentation(answering: form.stamp, in: ledger)
            return try page(form.fields, flaws: flaws.all, presentation)
        }
        let presentation = context.presentation
        let origin = FeedbackOrigin(
            version: SiteConfiguration.version,
            device: DeviceLabel(userAgent: request.headers[.userAgent]).text,
            language: presentation.words.language
        )
        // A malformed id is no reason to reject what somebody wrote.
        let id = form.stamp.operation.flatMap { OperationID($0) } ?? operations.newOperationID()
        try await TypedText.keeping(form.fields.everythingTyped) {
            try context.requireAccount(in: ledger, configuration.limits.signUp)
            try await keep(feedback, id: id, origin: origin, context)
        }
        return .seeOther(links.feedbackThanks)
    }

    private func keep(
        _ feedback: Feedback, id: OperationID, origin: FeedbackOrigin, _ context: PageContext
    ) async throws {
        func attempt(_ id: OperationID) async throws {
            try await ledger.keep(
                feedback, id: id, origin: origin, from: NetworkAddress(context.remoteAddress),
                now: configuration.now(), mostPerDay: configuration.feedbackPerDay)
        }
        do {
            try await attempt(id)
        } catch Refusal.operationIdIsTaken {
            // The user went back to a form they had sent, and sent something else.
            try await attempt(operations.newOperationID())
        }
    }

    /// The form. Unlike other forms with an id, the browser may cache it, so that
    /// going back shows what was typed.
    private func page(
        _ form: FeedbackForm, flaws: Set<Feedback.Flaw>, _ presentation: Presentation
    ) throws -> Response {
        let page = FeedbackPage(
            form, flaws: flaws, operation: operations.newOperationID().text, presentation.words)
        return try .page(page, in: presentation, status: flaws.isEmpty ? .ok : .unprocessableContent)
    }
}
