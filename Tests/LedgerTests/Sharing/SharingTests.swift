// A link that shows one counter to anyone who has it.

import Ledger
import Testing

@Suite struct SharingTests {
    let bench: Bench
    let person: Person

    init() throws {
        bench = try Bench()
        person = Person(bench.ledger)
    }

    private func link(of counter: Counter.ID) throws -> ShareToken? {
        try bench.ledger.share(of: counter, of: person.account)
    }

    @Test func `a link shows its counter as it is at the moment, and no other`() async throws {
        let robins = try await person.creates("Robins"), wrens = try await person.creates("Wrens")
        #expect(try link(of: robins) == nil)
        let token = ShareToken.fresh()
        let receipt = try await person.does(.share(robins, as: token))
        #expect(receipt.counter == robins)
        #expect(try link(of: robins) == token && link(of: wrens) == nil)
        try await person.does(.increment(robins, by: 7))
        try await person.does(.rename(robins, title: "Thrushes"))
        let shown = try #require(try bench.ledger.counter(sharedBy: token))
        let own = try person.counter(robins)
        #expect(shown == own)
        #expect(shown.title == "Thrushes" && shown.count == 7)
        #expect(try bench.ledger.counter(sharedBy: .fresh()) == nil)
        #expect(try bench.ledger.check().isEmpty)
    }

    @Test func `a counter that is shared already keeps the link it has`() async throws {
        let robins = try await person.creates()
        let first = ShareToken.fresh(), second = ShareToken.fresh(), id = OperationID.fresh()
        let receipt = try await person.does(.share(robins, as: first), id: id)
        try await person.does(.share(robins, as: second))
        #expect(try link(of: robins) == first)
        #expect(try bench.ledger.counter(sharedBy: second) == nil)
        // The form sent twice comes with another token each time.
        #expect(try await person.does(.share(robins, as: second), id: id) == receipt)
        #expect(try link(of: robins) == first)
    }

    @Test func `two accounts that share by an operation of the same id have links of their own`() async throws
    {
        let other = Person(bench.ledger), id = OperationID.fresh()
        let robins = try await person.creates(), wrens = try await other.creates()
        try await person.does(.share(robins), id: id)
        try await other.does(.share(wrens), id: id)
        let mine = try #require(try link(of: robins))
        let theirs = try #require(try bench.ledger.share(of: wrens, of: other.account))
        #expect(mine != theirs)
        #expect(try bench.ledger.counter(sharedBy: mine)?.id == robins)
    }

    @Test func `a revoked link shows nothing, and the next one is another`() async throws {
        let robins = try await person.creates()
        let first = ShareToken.fresh(), second = ShareToken.fresh()
        try await person.does(.share(robins, as: first))
        for _ in 0..<2 {
            try await person.does(.unshare(robins))
            #expect(try link(of: robins) == nil)
            #expect(try bench.ledger.counter(sharedBy: first) == nil)
        }
        try await person.does(.share(robins, as: second))
        #expect(try link(of: robins) == second)
        #expect(try bench.ledger.counter(sharedBy: first) == nil)
    }

    @Test func `both are taken back, however often`() async throws {
        let robins = try await person.creates()
        let token = ShareToken.fresh(), made = OperationID.fresh(), revoked = OperationID.fresh()
        try await person.does(.share(robins, as: token), id: made)
        try await person.does(.unshare(robins), id: revoked)
        for _ in 0..<2 {
            try await person.does(.undo(revoked))
            #expect(try bench.ledger.counter(sharedBy: token)?.id == robins)
        }
        try await person.does(.undo(made))
        #expect(try link(of: robins) == nil)
        #expect(try bench.ledger.counter(sharedBy: token) == nil)
    }

    @Test func `a link that was revoked in two places is brought back from either`() async throws {
        let robins = try await person.creates()
        let token = ShareToken.fresh(), one = OperationID.fresh(), other = OperationID.fresh()
        try await person.does(.share(robins, as: token))
        for operation in [one, other] { try await person.does(.unshare(robins), id: operation) }
        try await person.does(.undo(other))
        #expect(try link(of: robins) == token)
    }

    @Test func `a link is not brought back where another has come since`() async throws {
        let robins = try await person.creates()
        let made = OperationID.fresh(), revoked = OperationID.fresh(), again = ShareToken.fresh()
        try await person.does(.share(robins, as: .fresh()), id: made)
        try await person.does(.unshare(robins), id: revoked)
        try await person.does(.share(robins, as: again))
        for operation in [made, revoked] {
            await #expect(throws: Refusal.cannotBeUndone) { try await person.does(.undo(operation)) }
        }
        #expect(try link(of: robins) == again)
    }

    @Test func `what changed nothing cannot be taken back`() async throws {
        let robins = try await person.creates(), token = ShareToken.fresh()
        let idle = OperationID.fresh(), repeated = OperationID.fresh()
        try await person.does(.unshare(robins), id: idle)
        try await person.does(.share(robins, as: token))
        try await person.does(.share(robins, as: .fresh()), id: repeated)
        for operation in [idle, repeated] {
            await #expect(throws: Refusal.cannotBeUndone) { try await person.does(.undo(operation)) }
        }
        #expect(try link(of: robins) == token)
    }

    @Test func `nobody shares or unshares another's counter, or is told its link`() async throws {
        _ = try await person.creates()
        let robins = try await person.creates(), token = ShareToken.fresh()
        try await person.does(.share(robins, as: token))
        let other = Person(bench.ledger)
        let mine = try await other.creates()
        for change in [Change.share(robins, as: .fresh()), .unshare(robins), .share(999, as: .fresh())] {
            await #expect(throws: Refusal.noSuchCounter) { try await other.does(change) }
        }
        #expect(try bench.ledger.share(of: robins, of: other.account) == nil)
        #expect(try bench.ledger.share(of: mine, of: other.account) == nil)
        #expect(try link(of: robins) == token)
    }

    @Test func `a deleted counter is not shown until it is restored`() async throws {
        let robins = try await person.creates(), wrens = try await person.creates()
        let token = ShareToken.fresh()
        try await person.does(.share(robins, as: token))
        for counter in [robins, wrens] { try await person.does(.delete(counter)) }
        #expect(try bench.ledger.counter(sharedBy: token) == nil)
        await #expect(throws: Refusal.counterIsDeleted) {
            try await person.does(.share(wrens, as: .fresh()))
        }
        await #expect(throws: Refusal.counterIsDeleted) { try await person.does(.unshare(robins)) }
        try await person.does(.restore(robins))
        #expect(try bench.ledger.counter(sharedBy: token)?.id == robins)
    }

    @Test func `a link goes with its counter, and with its account`() async throws {
        let robins = try await person.creates(), wrens = try await person.creates()
        try await person.does(.increment(wrens))
        for counter in [robins, wrens] { try await person.does(.share(counter, as: .fresh())) }
        try await person.does(.delete(robins))
        _ = try await bench.ledger.tidy(now: .start.advanced(byDays: 31))
        #expect(try bench.number("SELECT COUNT(*) FROM share") == 1)
        _ = try await bench.ledger.tidy(now: .start.advanced(byDays: 402), trustingClock: true)
        #expect(try bench.number("SELECT COUNT(*) FROM share") == 0)
        #expect(try bench.ledger.check().isEmpty)
    }

    @Test func `a token is thirty-two digits, and nothing else is one`() {
        #expect(
            ShareToken(bytes: [0, 10, 255] + [UInt8](repeating: 1, count: 13)).text.hasPrefix("000aff01"))
        let token = ShareToken.fresh()
        #expect(token.text.utf8.count == 32 && ShareToken(token.text) == token)
        let short = String(token.text.dropLast(2))
        for text in ["", "0", short, token.text + "0", short + "0G", short + "é", " " + short + "0"] {
            #expect(ShareToken(text) == nil, "\(text)")
        }
        #expect(ShareToken(String(repeating: "A", count: 32)) == nil)
    }
}

extension ShareToken {
    fileprivate static func fresh() -> ShareToken {
        ShareToken(bytes: (0..<16).map { _ in UInt8.random(in: .min ... .max) })
    }
}
