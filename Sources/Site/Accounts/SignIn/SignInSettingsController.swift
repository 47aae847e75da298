// Settings for signing in elsewhere: user name and passphrase, passkeys, and recovery codes.
//
// The present passphrase is not asked for: whoever has the device open can make a recovery link or delete the
// account, and somebody who forgot the passphrase has no e-mail by which it could be set anew.

import HTTPTypes
import Hummingbird
import Ledger

struct SignInSettingsPage: Page {
    static let template = "Accounts/signIn"

    /// Nil without one.
    let account: AccountID?
    /// Nil with an account.
    let empty: Emptiness?
    /// As it is, or as it was typed.
    var userName = ""
    /// Whether user name and passphrase are set.
    var isSet = false
    let passphraseHint: String
    var nameProblem: String?
    var passphraseProblem: String?
    /// What was saved or removed just now.
    var done: String?

    /// Nil if there can be none.
    var passkeys: Passkeys?

    /// Shown for a few minutes after they were created; they are not stored.
    let codes: [String]
    let hasNewCodes: Bool
    let codesButton: String
    /// Nil if there are none left.
    let codesLeft: String?
}

struct PassphraseForm: Decodable, Sendable {
    var name: String?
    var passphrase: String?
    /// yes: also sign out all other devices.
    var others: String?
}

struct SignInSettingsController: Sendable {
    let ledger: Ledger
    let links: Links
    let configuration: SiteConfiguration
    let revisions: RevisionHub
    let hasher: PassphraseHasher

    /// As many as others print; each opens the account once.
    private static let recoveryCodes = 8
    /// How long the page shows new codes, in seconds.
    private static let shownFor = 300

    func show(_ request: Request, _ context: PageContext) async throws -> Response {
        var page = try page(for: context.visitor?.account, request, context)
        let change = request.uri.queryParameters.get(Links.SignInChange.parameter)
        switch change.flatMap(Links.SignInChange.init) {
        case .saved where page.isSet: page.done = context.words(.signInSaved, page.userName)
        case .removed where !page.isSet: page.done = context.words[.signInRemoved]
        case .passkeyAdded: page.done = context.words[.passkeyAdded]
        case .passkeyRemoved: page.done = context.words[.passkeyRemoved]
        default: break
        }
        return try .page(page, in: context.presentation, isSecret: true)
    }

    func save(_ request: Request, _ context: PageContext) async throws -> Response {
        let form = try await request.form(Stamped<PassphraseForm>.self, upTo: configuration.largestForm)
        let visitor = try context.knownVisitor(in: ledger, for: form.stamp.account)
        let words = context.words, passphrase = form.passphrase ?? ""
        var page = try page(for: visitor.account, request, context)
        page.userName = String((form.name ?? "").prefix(UserName.longest))
        let name = UserName(typed: form.name ?? "")
        if name == nil { page.nameProblem = words(.signInNameProblem, words.number(Int64(UserName.longest))) }
        page.passphraseProblem = PassphraseFlaw(of: passphrase, userName: form.name ?? "").map {
            words.sentence(for: $0)
        }
        if let name, page.passphraseProblem == nil {
            // Whether a name is taken, and the work of a hash, are not to be had without end.
            try await ledger.countSignIn(
                from: NetworkAddress(context.remoteAddress), at: configuration.now())
            do {
                let signsOutOthers = form.others == "yes"
                try await ledger.setPassphrase(
                    hasher.hash(passphrase, of: visitor.account), as: name, by: visitor.device,
                    signsOutOthers: signsOutOthers)
                if signsOutOthers { revisions.changed(visitor.account) }
                return .seeOther(links.signIn(telling: .saved))
            } catch Refusal.userNameIsTaken {
                page.nameProblem = words[.signInNameTaken]
            }
        }
        let presentation = try context.presentation(answering: form.stamp, in: ledger)
        return try .page(page, in: presentation, status: .unprocessableContent, isSecret: true)
    }

    func remove(_ request: Request, _ context: PageContext) async throws -> Response {
        let form = try await request.form(OperationStamp.self, upTo: configuration.largestForm)
        let visitor = try context.knownVisitor(in: ledger, for: form.account)
        try await ledger.removePassphrase(of: visitor.account, by: visitor.device)
        return .seeOther(links.signIn(telling: .removed))
    }

    /// Makes recovery codes. A cookie carries them to the page, because they must not appear in an address there.
    func makeCodes(_ request: Request, _ context: PageContext) async throws -> Response {
        let form = try await request.form(OperationStamp.self, upTo: configuration.largestForm)
        let visitor = try context.knownVisitor(in: ledger, for: form.account)
        let codes = (0..<Self.recoveryCodes).map { _ in
            SignInCode(.recovery, randomBytes: configuration.randomBytes)
        }
        try await ledger.setRecoveryCodes(
            codes.map(\.hash), of: visitor.account, by: visitor.device)
        var response = Response.seeOther(links.recoveryCodes)
        let cookie = SiteCookie.recoveryCodes(base: links.base, isSecure: context.isSecure)
        let shown = codes.map(\.text).joined(separator: ".")
        response.headers.append(cookie.field(shown, lifetime: Self.shownFor))
        return response
    }

    func page(
        for account: AccountID?, _ request: Request, _ context: PageContext
    ) throws -> SignInSettingsPage {
        let words = context.words
        let passphrase = try account.flatMap { try ledger.passphrase(of: $0) }
        let left = try account.map { try ledger.recoveryCodesLeft(of: $0) } ?? 0
        let shown = SiteCookie.recoveryCodes(base: links.base, isSecure: context.isSecure).value(in: request)
        // They may be of the account that was open here before.
        let codes = try (shown ?? "").split(separator: ".").compactMap { SignInCode(typed: String($0)) }
            .filter { code in try account.map { try ledger.isRecoveryCode(code.hash, of: $0) } ?? false }
            .map(\.text)
        return SignInSettingsPage(
            account: account,
            empty: account == nil
                ? words.nothing(.devicesNone, leadingTo: links.newCounter, .counterNew) : nil,
            userName: passphrase?.userName ?? "", isSet: passphrase != nil,
            passphraseHint: words(.signInHint, words.number(Int64(PassphraseFlaw.shortest))),
            passkeys: try account.flatMap { try passkeys(of: $0, request, context) },
            codes: codes, hasNewCodes: !codes.isEmpty,
            codesButton: words[left > 0 ? .codesAnew : .codesMake],
            codesLeft: left > 0 ? words(.codesLeft, number: Int64(left)) : nil)
    }
}

extension SiteCookie {
    /// Carries new recovery codes to the page that shows them.
    static func recoveryCodes(base: String, isSecure: Bool) -> SiteCookie {
        SiteCookie("fivebar-codes", base: base, isSecure: isSecure)
    }
}

extension Words {
    fileprivate func sentence(for flaw: PassphraseFlaw) -> String {
        switch flaw {
        case .isShort: self(.signInPassphraseShort, number(Int64(PassphraseFlaw.shortest)))
        case .isLong: self(.signInPassphraseLong, number(Int64(PassphraseFlaw.longest)))
        case .isSimple: self[.signInPassphraseSimple]
        }
    }
}
