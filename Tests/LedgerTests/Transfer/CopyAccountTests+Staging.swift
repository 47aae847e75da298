// A large account is copied piece by piece, and shown all at once.

import Testing

@testable import Ledger

extension CopyAccountTests {
    private func stage(atOnce: Int = 3) async throws -> StagedCopy {
        var staged = StagedCopy()
        try await stage(&staged, atOnce: atOnce)
        return staged
    }

    /// Writes what is not written yet.
    private func stage(_ staged: inout StagedCopy, atOnce: Int) async throws {
        try await bench.ledger.stageCopy(
            of: phone.account, to: ada.account, &staged, .start, ada.limit, atOnce: atOnce)
    }

    /// A code that opens the account to which things are copied.
    private func code() async throws -> AccountKey {
        let code = TokenHash(repeatElement(1, count: 32))
        try await bench.ledger.setJoinCode(
            code, of: ada.account, by: ada.device, until: .start.advanced(byDays: 1))
        return .code(code)
    }

    private func taking(_ account: AccountID) -> Operation {
        Operation(
            id: .fresh(), mayBeRepeated: false, change: .copyAccount(account), madeAt: .start, zoneOffset: 0)
    }

    private var device: TokenHash { TokenHash(repeatElement(2, count: 32)) }

    private func change(_ staged: StagedCopy) throws -> Change {
        Change(CopyAccount(account: try phone.account, staged: staged))
    }

    private func history(of counter: Counter.ID, _ person: Person) throws -> [[String]] {
        try bench.ledger.entries(of: counter, of: person.account, limit: 10).map {
            ["\($0.kind)", "\($0.delta)", "\($0.count)", "\($0.madeAt)", $0.note]
        }
    }

    /// How many rows there are that nobody sees, or that belong to them.
    private func hidden() throws -> Int64? {
        try bench.number(
            """
            SELECT (SELECT COUNT(*) FROM counter WHERE deletedAt = 0) + (SELECT COUNT(*) FROM goal WHERE removedAt = 0)
                + (SELECT COUNT(*) FROM entry WHERE counter IN (SELECT id FROM counter WHERE deletedAt = 0))
                + (SELECT COUNT(*) FROM goalDay WHERE goal IN (SELECT id FROM goal WHERE removedAt = 0))
            """)
    }

    /// Gives the phone's counter 3,000 entries.
    private func lengthen() throws {
        try bench.sql(
            """
            WITH RECURSIVE n(i) AS (SELECT 5 UNION ALL SELECT i + 1 FROM n WHERE i < 3000)
            INSERT INTO entry (counter, number, kind, delta, count, madeAt, zoneOffset, operation)
            SELECT id, i, 'increment', 1, i - 2, 1795248000000, 60, randomblob(16)
            FROM n, counter WHERE title = 'Tea';
            UPDATE counter SET count = 2998, entries = 3000 WHERE title = 'Tea';
            UPDATE hour SET marks = 2998 WHERE counter = (SELECT id FROM counter WHERE title = 'Tea');
            """)
    }

    @Test(arguments: [1, 2, 3, 4])
    func `what was copied in pieces is the same as what was copied at once`(_ atOnce: Int) async throws {
        let tea = try await begin()
        let staged = try await stage(atOnce: atOnce)
        #expect(staged.copies.count == 3)
        try await ada.does(change(staged))
        #expect(try titles() == ["Robins", "Tea"] && goals().map(\.name) == ["Drink", "Read"])
        let copy = try #require(try bench.ledger.counters(of: ada.account).last)
        #expect(try copy.count == 2 && history(of: copy.id, ada) == history(of: tea, phone))
        #expect(try goals().first?.follows == Goal.Following(counter: copy.id, target: 1))
        let read = try #require(try goals().last)
        #expect(try bench.ledger.record(of: read, of: ada.account).marked == [.start])
        #expect(try hidden() == 0)
        #expect(try bench.ledger.check().isEmpty)
    }

    @Test func `nobody sees what is only written, and it is undone as one once it is shown`() async throws {
        _ = try await begin()
        let revision = try bench.ledger.visitor(ada.token)?.revision
        let staged = try await stage()
        #expect(try titles() == ["Robins"] && goals().isEmpty)
        #expect(try bench.ledger.trash(of: ada.account, now: .start).isEmpty)
        #expect(try bench.ledger.visitor(ada.token)?.revision == revision)
        #expect(try bench.ledger.check().isEmpty)
        let id = OperationID.fresh()
        try await ada.does(change(staged), id: id)
        try await ada.does(.undo(id))
        #expect(try titles() == ["Robins"] && goals().isEmpty)
    }

    @Test func `of a copy that was begun and never shown nothing stays`() async throws {
        _ = try await begin()
        let revision = try bench.ledger.visitor(ada.token)?.revision
        try await bench.ledger.discard(stage(), now: .start)
        #expect(try hidden() == 0)
        let tidied = try await stage()
        #expect(try hidden() ?? 0 > 0)
        _ = try await bench.ledger.tidy(now: .start)
        #expect(try hidden() == 0)
        // No device has ever heard of it.
        #expect(try bench.number("SELECT COUNT(*) FROM gone") == 0)
        #expect(try bench.ledger.visitor(ada.token)?.revision == revision)
        // What is gone by then is copied anew.
        try await ada.does(change(tidied))
        #expect(try titles() == ["Robins", "Tea"] && goals().count == 2)
        #expect(try bench.ledger.check().isEmpty)
    }

    @Test func `what has no room leaves nothing behind, and the code is good`() async throws {
        _ = try await begin()
        try lengthen()
        let code = try await code(), copy = taking(try phone.account)
        let full = Limits(accountsPerHour: nil, counters: 1)
        await #expect(throws: Refusal.tooManyCounters) {
            try await bench.ledger.open(code, as: device, applying: (copy, full), at: .start)
        }
        #expect(try hidden() == 0)
        let opened = try await bench.ledger.open(
            code, as: device, applying: (copy, ada.limit), at: .start)
        #expect(try opened == ada.account && titles() == ["Robins", "Tea"])
        #expect(try bench.ledger.counters(of: ada.account).last?.count == 2998)
        #expect(try bench.ledger.check().isEmpty)
    }

    @Test func `of a long counter that is tapped meanwhile no half is shown`() async throws {
        let tea = try await begin()
        try lengthen()
        let staged = try await stage(atOnce: 1_000)
        try await phone.does(.increment(tea))
        await #expect(throws: StaleCopy.self) { try await ada.does(change(staged)) }
        #expect(try titles() == ["Robins"] && goals().isEmpty)
        let again = try await stage(atOnce: 1_000)
        try await ada.does(change(again))
        #expect(try bench.ledger.counters(of: ada.account).last?.count == 2999)
        #expect(try bench.ledger.check().isEmpty)
    }

    @Test func `only what has changed is written anew, and it is shown as it is by then`() async throws {
        let tea = try await begin()
        try lengthen()
        let milk = try await phone.creates("Milk")
        var staged = try await stage(atOnce: 1_000)
        let before = staged
        #expect(before.copies.count == 4)
        try await phone.does(.increment(tea))
        await #expect(throws: StaleCopy.self) { try await ada.does(change(before)) }
        try await stage(&staged, atOnce: 1_000)
        #expect(staged.copies.count == 4)
        // Not the goal that follows what was tapped: it has changed with it.
        #expect(Set(before.copies.values).intersection(staged.copies.values).count == 2)
        // What is little is written with what is shown.
        try await phone.does(.increment(milk))
        try await ada.does(change(staged))
        #expect(try bench.ledger.counters(of: ada.account).map(\.count) == [0, 2999, 1])
        try await bench.ledger.discard(staged, now: .start)
        #expect(try hidden() == 0)
        #expect(try titles() == ["Robins", "Tea", "Milk"] && goals().count == 2)
        #expect(try bench.ledger.check().isEmpty)
    }

    @Test(arguments: ["Tea", "Milk"])
    func `what is counted while a large account is taken along comes, too, and nothing else stays`(
        _ title: String
    ) async throws {
        _ = try await begin()
        try lengthen()
        _ = try await phone.creates("Milk")
        let tapped = try #require(
            try bench.ledger.counters(of: phone.account).first { $0.title == title })
        let key = try await code(), copy = taking(try phone.account), queue = bench.ledger.queue
        let first = HeldWriter(queue)
        await first.isHeld()
        let opened = Task {
            try await bench.ledger.open(key, as: device, applying: (copy, ada.limit), at: .start)
        }
        // What is small is about to be written, together with what holds the writer next.
        while queue.length < 1 { await Task.yield() }
        let second = HeldWriter(queue)
        while queue.length < 2 { await Task.yield() }
        try await first.letGo()
        await second.isHeld()
        let tap = Task { try await phone.does(.increment(tapped.id)) }
        while queue.length < 1 { await Task.yield() }
        try await second.letGo()
        _ = try await tap.value
        #expect(try await opened.value == ada.account)
        let counters = try bench.ledger.counters(of: ada.account)
        #expect(counters.map(\.title) == ["Robins", "Tea", "Milk"])
        #expect(counters.last { $0.title == title }?.count == tapped.count + 1)
        #expect(try hidden() == 0)
        #expect(try bench.ledger.check().isEmpty)
    }

    @Test(arguments: [(0, 2), (1, 4), (2, 4)])
    func `counters count as rows, and a commit has no more of them than it may`(
        _ taps: Int, _ commits: Int
    ) async throws {
        _ = try await ada.creates("Robins")
        for number in 1...4 {
            let counter = try await phone.creates("Tea \(number)")
            for _ in 0..<taps { try await phone.does(.increment(counter)) }
        }
        let before = bench.ledger.writeActivity.commits
        let staged = try await stage(atOnce: 3)
        #expect(staged.copies.count == 4 && bench.ledger.writeActivity.commits - before == commits)
    }

    @Test func `what is large is copied in pieces, be it of counters only`() async throws {
        _ = try await phone.creates("Tea")
        #expect(try !bench.ledger.isCopiedInPieces(phone.account))
        try bench.sql(
            """
            WITH RECURSIVE n(i) AS (SELECT 2 UNION ALL SELECT i + 1 FROM n WHERE i <= \(Ledger.copiedAtOnce))
            INSERT INTO counter (book, number, origin, title, color, style, step, isCollapsed, rank, revision, createdAt)
            SELECT book, i, randomblob(16), title, color, style, step, isCollapsed, rank + i, revision, createdAt
            FROM n, counter
            """)
        #expect(try bench.ledger.isCopiedInPieces(phone.account))
    }

    @Test(arguments: [false, true])
    func `a browser that asks twice takes along what it has once`(_ isLarge: Bool) async throws {
        _ = try await begin()
        if isLarge { try lengthen() }
        let link = AccountKey.recoveryLink(device), source = try phone.account
        try await bench.ledger.setRecovery(device, of: ada.account, by: nil, at: .start)
        let previous = try #require(try bench.ledger.visitor(phone.token)).device
        let tokens = (3...4).map { TokenHash(repeatElement(UInt8($0), count: 32)) }
        for token in tokens {
            let opened = try await bench.ledger.open(
                link, as: token, leaving: previous, applying: (taking(source), ada.limit), at: .start)
            #expect(try opened == ada.account && bench.ledger.visitor(token)?.account == ada.account)
        }
        #expect(try titles() == ["Robins", "Tea"] && goals().count == 2)
        #expect(try bench.ledger.devices(of: source).isEmpty && hidden() == 0)
    }

    @Test func `a browser whose things have no room keeps the account that it has`() async throws {
        _ = try await begin()
        let key = try await code(), copy = taking(try phone.account)
        let previous = try #require(try bench.ledger.visitor(phone.token)).device
        let full = Limits(accountsPerHour: nil, counters: 1)
        await #expect(throws: Refusal.tooManyCounters) {
            try await bench.ledger.open(
                key, as: device, leaving: previous, applying: (copy, full), at: .start)
        }
        #expect(try bench.ledger.visitor(phone.token)?.device == previous)
    }
}
