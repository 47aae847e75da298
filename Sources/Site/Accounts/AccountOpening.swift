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

    /// The account that is open in this browser, if it has counters or goals.
    func ownAccount(_ context: PageContext, besides other: AccountID? = nil) throws -> AccountID? {
        guard let account = try context.token.flatMap({ try ledger.visitor($0.hash) })?.account,
            account != other
        else { return nil }
        return try ledger.hasCountersOrGoals(account) ? account : nil
    }

    /// - Parameter takesAlong: Whether the counters and goals of the account that is open here now are added.
    /// - Returns: Home, with the new session; nil if the key opens no account.
    /// - Throws: ``Refusal/tooManyCounters``, ``Refusal/tooManyGoals`` if what is to be added has no room; then
    ///   this browser keeps the account that it has.
    func open(
        _ key: AccountKey, takesAlong: Bool, _ request: Request, _ context: PageContext
    ) async throws -> Response? {
        let previous = try context.token.flatMap { try ledger.visitor($0.hash) }
        let session = SessionToken(bytes: configuration.randomBytes(32))
        guard
            let account = try await ledger.open(
                key, as: session.hash, named: DeviceLabel(userAgent: request.headers[.userAgent]).name,
                at: configuration.now())
        else { return nil }
        var destination = links.home
        if let previous, previous.account != account, takesAlong {
            let copy = try operations.operation(.copyAccount(previous.account), from: request)
            do {
                _ = try await ledger.apply(
                    copy, by: .device(session.hash), now: configuration.now(), limit: configuration.limits)
            } catch {
                if let device = try ledger.visitor(session.hash)?.device {
                    _ = try await ledger.signOut(device, of: account)
                }
                throw error
            }
            destination = links.home(telling: copy.id)
        }
        // The token that this browser had is of no use any more. What was not taken along stays open to it, for
        // whoever can bring the token back.
        if let previous, takesAlong || previous.account == account {
            _ = try await ledger.signOut(previous.device, of: previous.account)
            revisions.changed(previous.account)
        }
        revisions.changed(account)
        var response = Response.seeOther(destination)
        response.headers.append(operations.sessionField(session, context))
        return response
    }
}
