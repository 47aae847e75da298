// Goals for tests of other features, made without the goal pages.

import HTTPTypes
import Ledger
import Testing

@testable import Site

extension Visitor {
    /// Creates a counter and so an account; returns the hash of its session's token.
    func entersAccount() async throws -> TokenHash {
        let reply = try await post("/counters", ["title": "Robins"])
        let cookie = try #require(reply.headers[values: .setCookie].first { $0.hasPrefix("fivebar=") })
        let text = cookie.dropFirst("fivebar=".count).prefix { $0 != ";" }
        return try #require(SessionToken(String(text))).hash
    }
}

extension Place {
    /// Gives the session's account a goal; returns its id.
    func setsGoal(
        _ session: TokenHash, name: String = "Read", from start: CivilDay, through end: CivilDay,
        reminder: Int?
    ) async throws -> Goal.ID {
        let draft = try GoalDraft(
            name: name, color: 0, start: start, end: end, reminder: reminder, follows: nil)
        let now = site.configuration.now()
        let operation = Operation(
            id: site.operations.newOperationID(), mayBeRepeated: false, change: .createGoal(draft),
            madeAt: now,
            zoneOffset: 0)
        let receipt = try await ledger.apply(
            operation, by: .device(session), now: now, limit: Limits(accountsPerHour: nil))
        return try #require(receipt.goal)
    }
}
