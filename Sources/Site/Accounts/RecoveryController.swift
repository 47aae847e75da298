// The recovery link: created on the page of devices, opened in another browser. A GET of the
// link changes nothing, because messengers and mail programs prefetch links.

import HTTPTypes
import Hummingbird
import Ledger

/// The confirmation page before an account is opened in this browser.
struct RecoverPage: Page {
    static let template = "Accounts/recover"
    /// Nil if the account is open in this browser already.
    let address: String?
    let sentence: String
    /// What becomes of what this browser has; nil if it has nothing.
    let along: Along?
}

struct OpeningForm: Decodable, Sendable {
    /// yes: with the counters and goals of this browser.
    var along: String?
    /// Whether it is known that nobody can open them afterwards: "yes".
    var forGood: String?
}

struct RecoveryForm: Decodable, Sendable {
    /// yes: also sign out all other devices.
    var others: String?
}

struct RecoveryController: Sendable {
    let ledger: Ledger
    let links: Links
    let configuration: SiteConfiguration
    let opening: AccountOpening
    let revisions: RevisionHub

    /// How long the page of devices shows a new link, in seconds.
    private static let shownFor = 300

    /// Creates a link. A cookie carries its token to the page of devices, because
    /// the token must not appear in an address there.
    func make(_ request: Request, _ context: PageContext) async throws -> Response {
        let form = try await request.form(Stamped<RecoveryForm>.self, upTo: configuration.largestForm)
        let visitor = try context.knownVisitor(in: ledger, for: form.stamp.account)
        let token = SessionToken(bytes: configuration.randomBytes(32))
        let signsOutOthers = form.others == "yes"
        try await ledger.setRecovery(
            token.hash, of: visitor.account, by: visitor.device, signsOutOthers: signsOutOthers,
            at: configuration.now())
        if signsOutOthers { revisions.changed(visitor.account) }
        var response = Response.seeOther(links.devices)
        let cookie = SiteCookie.recovery(base: links.base, isSecure: context.isSecure)
        response.headers.append(cookie.field(token.text, lifetime: Self.shownFor))
        return response
    }

    func ask(_ request: Request, _ context: PageContext) async throws -> Response {
        guard let token = context.parameters.get("token").flatMap({ SessionToken($0) }),
            let found = try ledger.recoverable(token.hash)
        else { return try unknownLink(context) }
        return try page(token, found, context.presentation, context)
    }

    private func page(
        _ token: SessionToken, _ found: RecoverableAccount, _ presentation: Presentation,
        _ context: PageContext,
        isUnconfirmed: Bool = false, status: HTTPResponse.Status = .ok
    ) throws -> Response {
        var along = try opening.question(context, besides: found.account)
        // Anybody can send such a link: nobody shall give away what they have by a single press.
        along?.isTaken = false
        along?.isUnconfirmed = isUnconfirmed
        let isOpen = try context.visitor(in: ledger)?.account == found.account
        let page = RecoverPage(
            address: isOpen ? nil : links.recover(token.text), sentence: context.words.sentence(for: found),
            along: along)
        var response = try Response.page(page, in: presentation, status: status, isSecret: true)
        // The page's address contains the secret, so the page's requests must not
        // leak it into a log.
        response.headers[.referrerPolicy] = "strict-origin"
        return response
    }

    func open(_ request: Request, _ context: PageContext) async throws -> Response {
        let form = try await request.form(Stamped<OpeningForm>.self, upTo: configuration.largestForm)
        guard let token = context.parameters.get("token").flatMap({ SessionToken($0) }),
            let found = try ledger.recoverable(token.hash)
        else { return try unknownLink(context) }
        let presentation = try context.presentation(answering: form.stamp, in: ledger)
        if try opening.hasToAsk(form.stamp, context),
            try opening.question(context, besides: found.account) != nil
        {
            return try page(token, found, presentation, context, status: .unprocessableContent)
        }
        let leaving = Leaving(along: form.along, forGood: form.forGood)
        switch try await opening.open(.recoveryLink(token.hash), leaving, request, context) {
        case .opened(let response): return response
        case .losesUnasked:
            return try page(
                token, found, presentation, context, isUnconfirmed: true, status: .unprocessableContent)
        case .keyOpensNothing: return try unknownLink(context)
        }
    }

    private func unknownLink(_ context: PageContext) throws -> Response {
        let words = context.words
        let page = ProblemPage(
            heading: words[.noRecoveryHeading], advice: words[.noRecoveryAdvice],
            destinations: [.init(address: links.join, text: words[.joinTitle], isFirst: true)])
        return try .page(page, in: context.presentation, status: .notFound, isSecret: true)
    }
}

extension Words {
    fileprivate func sentence(for found: RecoverableAccount) -> String {
        guard found.counters + found.goals > 0 else { return self[.recoverEmpty] }
        let counters = self(.recoverCounters, number: Int64(found.counters))
        let goals = self(.recoverGoals, number: Int64(found.goals))
        let what =
            found.goals == 0 ? counters : found.counters == 0 ? goals : self(.recoverBoth, counters, goals)
        return self(.recoverOpens, what)
    }
}

extension SiteCookie {
    /// Carries a new recovery link to the page of devices.
    static func recovery(base: String, isSecure: Bool) -> SiteCookie {
        SiteCookie("fivebar-recovery", base: base, isSecure: isSecure)
    }
}
