// Opens an account that is in use elsewhere in this browser: by a code from another device, a recovery code, user
// name and passphrase, or a passkey. A GET changes nothing, because scanned and sent links are prefetched.

import HTTPTypes
import Hummingbird
import Ledger

struct JoinPage: Page {
    static let template = "Accounts/join"

    /// What becomes of what this browser has, asked in each form; nil if it has nothing.
    var codeAlong: Along?
    var signInAlong: Along?
    var passkeyAlong: Along?
    /// As it was typed or scanned.
    var code = ""
    var codeProblem: String?
    var userName = ""
    var signInProblem: String?
    /// Whether browsers have passkeys at this address.
    let hasPasskeys: Bool
    var passkeyProblem: String?

    init(_ along: Along?, hasPasskeys: Bool) {
        self.hasPasskeys = hasPasskeys
        (codeAlong, signInAlong, passkeyAlong) = (along, along, along)
    }

    mutating func tick(_ leaving: Leaving) {
        let isTaken = leaving == .takingAlong
        codeAlong?.isTaken = isTaken
        signInAlong?.isTaken = isTaken
        passkeyAlong?.isTaken = isTaken
    }
}

struct CodeForm: Decodable, Sendable {
    var code: String?
    /// yes: with the counters and goals of this browser.
    var along: String?
    /// Whether it is known that nobody can open them afterwards: "yes".
    var forGood: String?
}

struct SignInForm: Decodable, Sendable {
    var name: String?
    var passphrase: String?
    var along: String?
    var forGood: String?
}

struct JoinController: Sendable {
    let ledger: Ledger
    let configuration: SiteConfiguration
    let opening: AccountOpening
    let hasher: PassphraseHasher

    func show(_ request: Request, _ context: PageContext) async throws -> Response {
        var page = try page(request, context)
        if let code = request.uri.queryParameters.get("code") {
            page.code = String(code.prefix(40))
            // Anybody can send such a link: nobody shall give away what they have by a single press.
            page.tick(.leavingBehind)
        }
        return try .page(page, in: context.presentation, isSecret: true)
    }

    func create(_ request: Request, _ context: PageContext) async throws -> Response {
        let form = try await request.form(Stamped<CodeForm>.self, upTo: configuration.largestForm)
        let typed = form.code ?? "", leaving = Leaving(along: form.along, forGood: form.forGood)
        var page = try page(request, context)
        page.code = String(typed.prefix(40))
        if try opening.hasToAsk(form.stamp, context) { return try refuse(page, form.stamp, context) }
        page.tick(leaving)
        try await count(context)
        var outcome = AccountOpening.Outcome.keyOpensNothing
        if let code = SignInCode(typed: typed) {
            outcome = try await open(.code(code.hash), leaving, request, context)
        }
        switch outcome {
        case .opened(let response): return response
        case .losesUnasked: page.codeAlong?.isUnconfirmed = true
        case .keyOpensNothing: page.codeProblem = context.words[.joinCodeWrong]
        }
        return try refuse(page, form.stamp, context)
    }

    func signIn(_ request: Request, _ context: PageContext) async throws -> Response {
        let form = try await request.form(Stamped<SignInForm>.self, upTo: configuration.largestForm)
        let name = UserName(typed: form.name ?? "")
        let leaving = Leaving(along: form.along, forGood: form.forGood)
        var page = try page(request, context)
        page.userName = String((form.name ?? "").prefix(UserName.longest))
        if try opening.hasToAsk(form.stamp, context) { return try refuse(page, form.stamp, context) }
        page.tick(leaving)
        try await count(context, as: name)
        let stored = try name.flatMap { try ledger.passphrase(of: $0) }
        let passphrase = form.passphrase ?? ""
        var outcome = AccountOpening.Outcome.keyOpensNothing
        // What cannot be anybody's passphrase need not be hashed.
        if PassphraseFlaw.lengths.contains(passphrase.count),
            try await hasher.isRight(passphrase, for: stored), let stored
        {
            outcome = try await open(.passphrase(stored), as: name, leaving, request, context)
        }
        switch outcome {
        case .opened(let response): return response
        case .losesUnasked: page.signInAlong?.isUnconfirmed = true
        case .keyOpensNothing: page.signInProblem = context.words[.signInWrong]
        }
        return try refuse(page, form.stamp, context)
    }

    private func count(_ context: PageContext, as name: UserName? = nil) async throws {
        try await ledger.countSignIn(
            from: NetworkAddress(context.remoteAddress), as: name, at: configuration.now())
    }

    /// Opens an account. An attempt whose key is right was no guess, and does not count; but a passphrase is work to look at.
    func open(
        _ key: AccountKey, as name: UserName? = nil, _ leaving: Leaving, _ request: Request,
        _ context: PageContext
    ) async throws -> AccountOpening.Outcome {
        let outcome = try await opening.open(key, leaving, request, context)
        if case .keyOpensNothing = outcome { return outcome }
        if case .passphrase = key { return outcome }
        // The account is open, whatever comes of this.
        try? await ledger.uncountSignIn(
            from: NetworkAddress(context.remoteAddress), as: name, at: configuration.now())
        return outcome
    }

    func refuse(_ page: JoinPage, _ stamp: OperationStamp, _ context: PageContext) throws -> Response {
        try .page(
            page, in: context.presentation(answering: stamp, in: ledger), status: .unprocessableContent,
            isSecret: true)
    }

    func page(_ request: Request, _ context: PageContext) throws -> JoinPage {
        JoinPage(
            try opening.question(context),
            hasPasskeys: opening.links.relyingParty(of: request, context) != nil)
    }
}
