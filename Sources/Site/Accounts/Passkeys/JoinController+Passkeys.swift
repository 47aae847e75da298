// Opens an account by a passkey, which the browser offers by itself: no user name is typed.

import HTTPTypes
import Hummingbird
import Ledger

extension JoinController {
    func passkeyOptions(_ request: Request, _ context: PageContext) async throws -> Response {
        _ = try await request.form(OperationStamp.self, upTo: configuration.largestForm)
        guard let party = opening.links.relyingParty(of: request, context) else { throw HTTPError(.notFound) }
        let challenge = PasskeyChallenge(bytes: configuration.randomBytes(32)), now = configuration.now()
        try await ledger.addPasskeyChallenge(
            challenge.hash, of: nil, until: PasskeyChallenge.end(from: now),
            from: NetworkAddress(context.remoteAddress), at: now)
        return try .json(PasskeyRequestOptions(challenge, party))
    }

    func openByPasskey(_ request: Request, _ context: PageContext) async throws -> Response {
        let form = try await request.form(Stamped<PasskeyForm>.self, upTo: configuration.largestForm)
        let leaving = Leaving(along: form.along, forGood: form.forGood)
        var page = try page(request, context)
        guard let party = opening.links.relyingParty(of: request, context) else { throw HTTPError(.notFound) }
        if try opening.hasToAsk(form.stamp, context) { return try refuse(page, form.stamp, context) }
        page.tick(leaving)
        do {
            let key = try await PasskeyVerification(ledger: ledger, party: party, now: configuration.now())
                .key(form.fields)
            switch try await open(key, leaving, request, context) {
            case .opened(let response): return response
            case .losesUnasked: page.passkeyAlong?.isUnconfirmed = true
            case .keyOpensNothing: page.passkeyProblem = context.words[.passkeyFailed]
            }
        } catch let flaw as PasskeyFlaw {
            switch flaw {
            case .unknown: page.passkeyProblem = context.words[.passkeyUnknown]
            case .copied: page.passkeyProblem = context.words[.passkeyCopied]
            default: page.passkeyProblem = context.words[.passkeyFailed]
            }
        }
        return try refuse(page, form.stamp, context)
    }
}
