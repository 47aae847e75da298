// Settings for passkeys: add one, list them, remove one.

import HTTPTypes
import Hummingbird
import Ledger

extension SignInSettingsPage {
    /// The account's passkeys.
    struct Passkeys: Sendable {
        struct Row: Sendable {
            /// The address that its form posts to.
            let removal: String
            let name: String
            let added: String
            let used: String
            let removeLabel: String
        }

        let rows: [Row]
        /// Whether browsers have passkeys at this address.
        let canAdd: Bool
        var problem: String?
    }
}

extension SignInSettingsController {
    func passkeyOptions(_ request: Request, _ context: PageContext) async throws -> Response {
        let form = try await request.form(OperationStamp.self, upTo: configuration.largestForm)
        let account = try context.knownVisitor(in: ledger, for: form.account).account
        guard let party = links.relyingParty(of: request, context) else { throw HTTPError(.notFound) }
        let challenge = PasskeyChallenge(bytes: configuration.randomBytes(32)), now = configuration.now()
        try await ledger.addPasskeyChallenge(
            challenge.hash, of: account, until: PasskeyChallenge.end(from: now),
            from: NetworkAddress(context.remoteAddress), at: now)
        return try .json(
            PasskeyCreationOptions(
                challenge, party, userHandle: ledger.passkeyUserHandle(of: account),
                userName: userName(of: account, request, context), besides: ledger.passkeys(of: account)))
    }

    /// What tells this account from others in a password manager: its user name, or when it was first opened.
    private func userName(
        of account: AccountID, _ request: Request, _ context: PageContext
    ) throws -> String {
        if let name = try ledger.passphrase(of: account)?.userName { return name }
        let opening = try ledger.firstOpening(of: account)?.moment ?? configuration.now()
        return "Fivebar, " + day(of: opening, request, context)
    }

    func addPasskey(_ request: Request, _ context: PageContext) async throws -> Response {
        let form = try await request.form(Stamped<NewPasskeyForm>.self, upTo: configuration.largestForm)
        let visitor = try context.knownVisitor(in: ledger, for: form.stamp.account), words = context.words
        guard let party = links.relyingParty(of: request, context) else { throw HTTPError(.notFound) }
        var page = try page(for: visitor.account, request, context)
        do {
            let credential = try await PasskeyVerification(
                ledger: ledger, party: party, now: configuration.now()
            ).credential(form.fields, addedTo: visitor.account)
            try await ledger.addPasskey(
                credential, named: DeviceLabel(userAgent: request.headers[.userAgent]).name,
                of: visitor.account, by: visitor.device, at: configuration.now())
            return .seeOther(links.signIn(telling: .passkeyAdded))
        } catch Refusal.passkeyIsTaken {
            page.passkeys?.problem = words[.passkeyTaken]
        } catch Refusal.tooManyPasskeys {
            page.passkeys?.problem = words(.passkeyTooMany, words.number(Int64(Passkey.mostOfAccount)))
        } catch is PasskeyFlaw {
            page.passkeys?.problem = words[.passkeyFailed]
        }
        let presentation = try context.presentation(answering: form.stamp, in: ledger)
        return try .page(page, in: presentation, status: .unprocessableContent, isSecret: true)
    }

    func removePasskey(_ request: Request, _ context: PageContext) async throws -> Response {
        let form = try await request.form(OperationStamp.self, upTo: configuration.largestForm)
        let visitor = try context.knownVisitor(in: ledger, for: form.account)
        guard let passkey = context.parameters.get("id").flatMap({ Passkey.ID($0) }) else {
            throw HTTPError(.notFound)
        }
        // One that is removed already is not an error.
        try await ledger.removePasskey(passkey, of: visitor.account, by: visitor.device)
        return .seeOther(links.signIn(telling: .passkeyRemoved))
    }

    /// - Returns: nil if there are none, and none can be added.
    func passkeys(
        of account: AccountID, _ request: Request, _ context: PageContext
    ) throws -> SignInSettingsPage.Passkeys? {
        let words = context.words
        let rows = try ledger.passkeys(of: account).map { passkey in
            let name = passkey.name.isEmpty ? words[.devicesUnnamed] : passkey.name
            return SignInSettingsPage.Passkeys.Row(
                removal: links.passkeyRemoval(passkey.id), name: name,
                added: words(.passkeyAddedOn, day(of: passkey.createdAt, request, context)),
                used: passkey.usedAt.map { words(.devicesSeen, day(of: $0, request, context)) }
                    ?? words[.passkeyUnused],
                removeLabel: words(.passkeyRemoveNamed, name))
        }
        let canAdd = links.relyingParty(of: request, context) != nil
        return rows.isEmpty && !canAdd ? nil : .init(rows: rows, canAdd: canAdd)
    }

    private func day(of moment: Moment, _ request: Request, _ context: PageContext) -> String {
        context.words.date(ClientZone(of: request).day(at: moment, from: .midnight), withYear: true)
    }
}
