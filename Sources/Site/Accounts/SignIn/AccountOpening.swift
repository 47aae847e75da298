// Opens an account in this browser, however one came to it: as a new device, and with what the browser has
// counted until now, if that is wished.

import HTTPTypes
import Hummingbird
import Ledger

struct AccountOpening: Sendable {
    let ledger: Ledger
    let links: Links
    let configuration: SiteConfiguration
    let operations: OperationWriter
    let revisions: RevisionHub
    /// One large account is copied at a time: what it may use is known before the next one begins.
    private let copying = AsyncSemaphore(permits: 1, mostWaiting: 16)

    init(
        ledger: Ledger, links: Links, configuration: SiteConfiguration, operations: OperationWriter,
        revisions: RevisionHub
    ) {
        self.ledger = ledger
        self.links = links
        self.configuration = configuration
        self.operations = operations
        self.revisions = revisions
    }

    /// Whether the page of a form did not ask about what this browser has, because it had nothing then.
    func hasToAsk(_ stamp: OperationStamp, _ context: PageContext) throws -> Bool {
        guard stamp.account == nil else {
            _ = try context.knownVisitor(in: ledger, for: stamp.account)
            return false
        }
        return try ownAccount(context) != nil
    }

    /// The account that is open in this browser, if it has counters or goals.
    func ownAccount(_ context: PageContext, besides other: AccountID? = nil) throws -> AccountID? {
        guard let account = try context.visitor(in: ledger)?.account,
            account != other
        else { return nil }
        return try ledger.hasCountersOrGoals(account) ? account : nil
    }

    /// - Parameter takesAlong: Whether the counters and goals of the account that is open here now are added.
    /// - Returns: Home, with the new session; nil if the key opens no account.
    /// - Throws: ``Refusal/accountIsTooLarge``, ``Refusal/tooManyCounters``, ``Refusal/tooManyGoals`` or
    ///   ``Refusal/tooManyOperations`` if what is to be added has no room, ``TooManyWaiting`` if many add much; then the
    ///   key was not used, and this browser keeps the account that it has.
    func open(
        _ key: AccountKey, takesAlong: Bool, _ request: Request, _ context: PageContext
    ) async throws -> Response? {
        let previous = try context.visitor(in: ledger)
        let session = SessionToken(
            bytes: configuration.randomBytes(32), isSecure: context.isSecure)
        let copy =
            try takesAlong
            ? previous.map { previous in
                try operations.operation(.copyAccount(previous.account), from: request)
            } : nil
        let name = DeviceLabel(userAgent: request.headers[.userAgent]).name
        let open = { () async throws -> AccountID? in
            try await ledger.open(
                key, as: session.hash, named: name, leaving: takesAlong ? previous?.device : nil,
                applying: copy.map { ($0, configuration.limits) }, at: configuration.now())
        }
        let takesLong = try takesAlong && previous.map { try ledger.isCopiedInPieces($0.account) } ?? false
        guard let account = try await takesLong ? copying.withPermit(open) : open() else { return nil }
        let isOther = previous.map { $0.account != account } ?? false
        let destination = if let copy, isOther { links.home(telling: copy.id) } else { links.home }
        // The token that this browser had is of no use any more. What was not taken along stays open to it, for
        // whoever can bring the token back.
        if let previous, takesAlong || previous.account == account {
            if !takesAlong { _ = try await ledger.signOut(previous.device, of: previous.account) }
            revisions.changed(previous.account)
        }
        revisions.changed(account)
        var response = Response.seeOther(destination)
        response.headers.append(operations.sessionField(session, context))
        return response
    }
}
