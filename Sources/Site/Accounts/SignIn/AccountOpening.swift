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
        return try question(context) != nil
    }

    /// The question about the account that is open in this browser, if it has counters or goals.
    func question(_ context: PageContext, besides other: AccountID? = nil) throws -> Along? {
        guard let visitor = try context.visitor(in: ledger), visitor.account != other,
            try ledger.hasCountersOrGoals(visitor.account)
        else { return nil }
        return Along(
            account: visitor.account,
            isLastWayIn: try !ledger.hasWayIn(visitor.account, without: visitor.device))
    }

    enum Outcome: Sendable {
        /// Home, with the new session.
        case opened(Response)
        case keyOpensNothing
        /// Nobody could open any more what this browser has, and it was not said that this is known. The key was not used.
        case losesUnasked
    }

    /// - Parameter leaving: What becomes of the counters and goals of the account that is open here now.
    /// - Throws: ``Refusal/accountIsTooLarge``, ``Refusal/tooManyCounters``, ``Refusal/tooManyGoals`` or
    ///   ``Refusal/tooManyOperations`` if what is to be added has no room, ``TooManyWaiting`` if many add much; then the
    ///   key was not used, and this browser keeps the account that it has.
    func open(
        _ key: AccountKey, _ leaving: Leaving, _ request: Request, _ context: PageContext
    ) async throws -> Outcome {
        let previous = try context.visitor(in: ledger), now = configuration.now()
        guard let destined = try ledger.account(openableBy: key, at: now) else { return .keyOpensNothing }
        if leaving == .leavingBehind, try question(context, besides: destined)?.isLastWayIn == true {
            return .losesUnasked
        }
        let takesAlong = leaving == .takingAlong
        // The token that this browser had is of no use any more. What was not taken along stays open to it, for
        // whoever can bring the token back.
        let left = takesAlong || previous?.account == destined ? previous : nil
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
                key, as: session.hash, named: name, leaving: left?.device,
                applying: copy.map { ($0, configuration.limits) }, at: now)
        }
        let takesLong = try takesAlong && previous.map { try ledger.isCopiedInPieces($0.account) } ?? false
        guard let account = try await takesLong ? copying.withPermit(open) : open() else {
            return .keyOpensNothing
        }
        let isOther = previous.map { $0.account != account } ?? false
        let destination = if let copy, isOther { links.home(telling: copy.id) } else { links.home }
        if let left { revisions.changed(left.account) }
        revisions.changed(account)
        var response = Response.seeOther(destination)
        response.headers += operations.sessionFields(session, request, context)
        return .opened(response)
    }
}
