// Who may open an account: anybody, whoever has an invitation, or nobody.

import Foundation
import Ledger
import Testing

@Suite struct SignUpTests {
    let bench: Bench
    let ledger: Ledger

    init() throws {
        bench = try Bench()
        ledger = bench.ledger
    }

    private func hash() -> TokenHash { TokenHash((0..<32).map { _ in UInt8.random(in: .min ... .max) }) }

    private func limits(_ signUp: SignUp) -> Limits {
        var limits = Limits()
        limits.signUp = signUp
        return limits
    }

    /// An invitation that is good for its days from the start.
    private func invitation() async throws -> TokenHash {
        let invitation = hash()
        try await ledger.invite(by: invitation, until: .start.advanced(byDays: Invitation.days))
        return invitation
    }

    private func accept(
        _ invitation: TokenHash, as device: TokenHash? = nil, at now: Moment = .start,
        _ signUp: SignUp = .invitation
    ) async throws -> AccountID? {
        let newcomer = Newcomer(token: device ?? hash(), address: "192.0.2.1", version: "0.2.0")
        return try await ledger.accept(invitation, by: newcomer, at: now, limit: limits(signUp))
    }

    @Test(arguments: [SignUp.invitation, .closed])
    func `who has no account cannot make one by writing, and who has one goes on`(
        _ signUp: SignUp
    ) async throws {
        var ada = Person(ledger), stranger = Person(ledger)
        let robins = try await ada.creates()
        ada.limit = limits(signUp)
        stranger.limit = limits(signUp)
        #expect(try await ada.does(.increment(robins)).count == 1)
        await #expect(throws: Refusal.signUpIsClosed) { _ = try await stranger.creates() }
        let newcomer = Newcomer(token: stranger.token, address: "192.0.2.1")
        await #expect(throws: Refusal.signUpIsClosed) {
            _ = try await ledger.apply(
                [], by: .anyone(nil, or: newcomer), now: .start, limit: limits(signUp))
        }
        #expect(try ledger.accounts(most: 10).count == 1)
    }

    @Test func `an invitation opens one account, once, and whoever came by it counts`() async throws {
        let invitation = try await invitation(), device = hash()
        #expect(try ledger.isGood(invitation, at: .start))
        let account = try #require(try await accept(invitation, as: device))
        #expect(try ledger.visitor(device)?.account == account)
        #expect(try ledger.firstOpening(of: account) == FirstOpening(moment: .start, version: "0.2.0"))
        var invited = Person(ledger, token: device)
        invited.limit = limits(.invitation)
        _ = try await invited.creates()
        #expect(try !ledger.isGood(invitation, at: .start))
        #expect(try await accept(invitation) == nil)
        #expect(try ledger.accounts(most: 10).count == 1)
        #expect(try ledger.check().isEmpty)
    }

    @Test func `of many who use an invitation at once, one comes in`() async throws {
        let invitation = try await invitation()
        let opened = try await withThrowingTaskGroup(of: AccountID?.self) { group in
            for _ in 0..<20 { group.addTask { try await accept(invitation) } }
            return try await group.reduce(0) { $0 + ($1 == nil ? 0 : 1) }
        }
        #expect(opened == 1)
        #expect(try ledger.accounts(most: 10).count == 1)
    }

    @Test func `who sends it again because the answer got lost has the same account`() async throws {
        let invitation = try await invitation(), device = hash()
        let accounts = try await withThrowingTaskGroup(of: AccountID?.self) { group in
            for _ in 0..<20 { group.addTask { try await accept(invitation, as: device) } }
            return try await group.reduce(into: Set<AccountID?>()) { $0.insert($1) }
        }
        #expect(accounts.count == 1 && !accounts.contains(nil))
        #expect(try ledger.accounts(most: 10).count == 1)
    }

    @Test func `it ends after its days, and is removed then`() async throws {
        let late = try await invitation(), end = Moment.start.advanced(byDays: Invitation.days)
        #expect(try !ledger.isGood(late, at: end))
        #expect(try await accept(late, at: end) == nil)
        let kept = try await invitation()
        _ = try await ledger.tidy(now: end)
        #expect(try ledger.isGood(kept, at: .start))
        _ = try await ledger.tidy(now: end.advanced(byDays: 1))
        #expect(try !ledger.isGood(kept, at: .start))
    }

    @Test func `what is no invitation opens nothing`() async throws {
        #expect(try !ledger.isGood(hash(), at: .start))
        #expect(try await accept(hash()) == nil)
    }

    @Test func `where the operator alone makes accounts it is not taken, and not used up`() async throws {
        let invitation = try await invitation()
        await #expect(throws: Refusal.signUpIsClosed) { _ = try await accept(invitation, .closed) }
        #expect(try await accept(invitation, .open) != nil)
    }

    @Test func `an account of the operator's making is opened by its link, and kept until then`() async throws
    {
        let link = hash(), device = hash()
        let account = try await ledger.makeAccount(openedBy: link, version: "0.2.0", at: .start)
        _ = try await ledger.tidy(now: .start.advanced(byDays: 500), trustingClock: true)
        #expect(try await ledger.open(.recoveryLink(link), as: device, at: .start) == account)
        var owner = Person(ledger, token: device)
        owner.limit = limits(.closed)
        let robins = try await owner.creates()
        #expect(try await owner.does(.increment(robins)).count == 1)
        #expect(try ledger.check().isEmpty)
    }
}
