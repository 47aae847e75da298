// What nobody needs any more goes, however many people left it.

import Testing

@testable import Ledger

@Suite struct TidyTests {
    let bench: Bench

    init() throws { bench = try Bench() }

    private let long = Moment.start.advanced(byDays: Int64(Counter.daysInTrash) + 1)

    @Test func `what many people left goes at once, and who still counts stays`() async throws {
        let person = Person(bench.ledger)
        let robins = try await person.creates()
        try await person.does(.increment(robins))
        let many = Ledger.rowsAtOnce + 500
        try bench.sql(
            """
            WITH RECURSIVE place(number) AS (
                SELECT 1 UNION ALL SELECT number + 1 FROM place WHERE number < \(many))
            INSERT INTO book (id) SELECT number + 1000 FROM place
            """)
        try bench.sql(
            """
            INSERT INTO account (id, createdAt, seenAt) SELECT id, 1767225600000, 1767225600000 FROM book
            WHERE id > 1000
            """)
        try bench.sql(
            """
            INSERT INTO device (token, account, createdAt, seenAt)
            SELECT randomblob(32), id, createdAt, seenAt FROM account WHERE id > 1000
            """)
        try bench.sql(
            """
            INSERT INTO newcomer (address, hour, accounts) SELECT randomblob(16), 0, 1 FROM book WHERE id > 1000
            """)
        let report = try await bench.ledger.tidy(now: .start.advanced(byDays: 80), trustingClock: true)
        #expect(report.devices == many && report.accounts == many)
        #expect(try bench.number("SELECT COUNT(*) FROM newcomer") == 0)
        #expect(try person.counter(robins).count == 1)
    }

    /// How many commits it takes until an account is gone whose goal has so many days.
    private func commits(
        untilGone days: Int, _ remove: (Ledger, AccountID) async throws -> Void
    ) async throws -> Int {
        let bench = try Bench(), person = Person(bench.ledger), goal = try await person.makes(.of())
        let account = try person.account
        try bench.sql(
            """
            WITH RECURSIVE place(number) AS (SELECT 1 UNION ALL SELECT number + 1 FROM place WHERE number < ?1)
            INSERT INTO goalDay (goal, day, isDone)
            SELECT goal.id, place.number, 1 FROM place, goal WHERE goal.number = ?2
            """, [days, goal])
        // Nobody can open it.
        try bench.sql("DELETE FROM device")
        let before = bench.ledger.writeActivity.commits
        try await remove(bench.ledger, account)
        for table in ["book", "goal", "goalDay"] {
            #expect(try bench.number("SELECT COUNT(*) FROM \(table)") == 0)
        }
        return bench.ledger.writeActivity.commits - before
    }

    @Test func `an account goes in pieces, between which others write, however many days its goals have`()
        async throws
    {
        let slices = 4, days = slices * Ledger.rowsAtOnce
        let tidy = { (ledger: Ledger, _: AccountID) async throws in
            #expect(try await ledger.tidy(now: .start).accounts == 1)
        }
        let delete = { (ledger: Ledger, account: AccountID) async throws in
            #expect(try await ledger.deleteAccount(account, by: nil))
        }
        for remove in [tidy, delete] {
            #expect(try await commits(untilGone: days, remove) - commits(untilGone: 1, remove) >= slices - 1)
        }
    }

    /// Repeats all operations of a kind so many times, under other ids.
    private func repeatOperations(_ kind: String, times: Int, in bench: Bench) throws {
        try bench.sql(
            """
            CREATE TABLE again AS
                WITH RECURSIVE place(number) AS (SELECT 1 UNION ALL SELECT number + 1 FROM place WHERE number < \(times))
                SELECT operation.* FROM operation, place WHERE kind = '\(kind)';
            UPDATE again SET id = randomblob(16);
            INSERT INTO operation SELECT * FROM again;
            DROP TABLE again;
            """)
    }

    /// How many commits it takes until all that was said of a counter and of a goal is forgotten.
    private func commits(untilForgotten words: Int) async throws -> Int {
        let bench = try Bench(), person = Person(bench.ledger)
        let robins = try await person.creates(), made = OperationID.fresh()
        try await person.does(.rename(robins, title: "Wrens"))
        try await person.does(.delete(robins))
        try await person.does(.createGoal(.of("Secret")), id: made)
        try await person.does(.undo(made))
        for kind in ["rename", "createGoal"] { try repeatOperations(kind, times: words, in: bench) }
        try bench.sql("UPDATE operation SET forgetAt = 9e15 WHERE kind IN ('rename', 'createGoal')")
        for (owner, table) in [("note", "counter"), ("goal", "goal")] {
            try bench.sql(
                """
                WITH RECURSIVE place(number) AS (SELECT 1 UNION ALL SELECT number + 1 FROM place WHERE number < ?)
                INSERT INTO fieldVersion (book, owner, row, field, changedAt, changedBy)
                SELECT book, '\(owner)', id, 'x' || place.number, 0, randomblob(16) FROM \(table), place
                """, [words])
        }
        let before = bench.ledger.writeActivity.commits
        _ = try await bench.ledger.tidy(now: long)
        #expect(
            try bench.number(
                "SELECT COUNT(*) FROM operation WHERE change LIKE '%Wrens%' OR change LIKE '%Secret%'") == 0)
        for table in ["counter", "goal", "fieldVersion"] {
            #expect(try bench.number("SELECT COUNT(*) FROM \(table)") == 0)
        }
        return bench.ledger.writeActivity.commits - before
    }

    @Test func `what was said of something goes in pieces, between which others write`() async throws {
        let slices = 3
        let more = try await commits(untilForgotten: slices * Ledger.rowsAtOnce) - commits(untilForgotten: 1)
        #expect(more >= 4 * (slices - 1))
    }

    @Test func `an account of nothing but refused operations goes in pieces, too`() async throws {
        func commits(_ refusals: Int) async throws -> Int {
            let bench = try Bench(), person = Person(bench.ledger)
            _ = try await person.creates()
            // They have no revision, as what was refused has none.
            try repeatOperations("createCounter", times: refusals, in: bench)
            try bench.sql("DELETE FROM device")
            let before = bench.ledger.writeActivity.commits
            _ = try await bench.ledger.tidy(now: .start)
            #expect(try bench.number("SELECT COUNT(*) FROM operation") == 0)
            return bench.ledger.writeActivity.commits - before
        }
        let slices = 4
        let many = try await commits(slices * Ledger.rowsAtOnce), few = try await commits(1)
        #expect(many - few >= slices - 1)
    }

    @Test func `a server that ends does not wait until all is tidied`() async throws {
        let ledger = bench.ledger
        let tidying = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try await ledger.tidy(now: .start, trustingClock: true)
        }
        await #expect(throws: CancellationError.self) { try await tidying.value }
    }

    @Test func `a goal that was taken back goes when a counter would`() async throws {
        let person = Person(bench.ledger), made = OperationID.fresh(), undo = OperationID.fresh()
        try await person.does(.increment(person.creates()))
        let goal = try #require(try await person.does(.createGoal(.of("Secret")), id: made).goal)
        let origin = try #require(
            try bench.ledger.changes(of: person.account, since: 0).goals.first?.origin)
        let before = try bench.ledger.changes(of: person.account, since: 0).revision
        try await person.does(.undo(made), id: undo)

        let last = Moment.start.advanced(byDays: Int64(Counter.daysInTrash))
        _ = try await bench.ledger.tidy(now: last)
        let again = OperationID.fresh()
        try await person.does(.undo(undo), id: again, at: last)
        #expect(try person.goal(goal).name == "Secret")
        try await person.does(.undo(again), at: .start, now: last)

        let later = last.advanced(byDays: Int64(Counter.daysInTrash) + 1)
        _ = try await bench.ledger.tidy(now: later)
        #expect(try bench.number("SELECT COUNT(*) FROM goal") == 0)
        #expect(try bench.number("SELECT COUNT(*) FROM operation WHERE change LIKE '%Secret%'") == 0)
        #expect(try bench.ledger.summary(of: made, of: person.account) == nil)
        await #expect(throws: Refusal.cannotBeUndone) { try await person.does(.undo(again), at: later) }
        // A device that was away hears that it is gone.
        let changes = try bench.ledger.changes(of: person.account, since: before)
        #expect(changes.goneGoals == [BookChanges.Gone(number: goal, origin: origin)])
        #expect(try bench.ledger.check().isEmpty)
    }

    @Test func `what is out of an undo's reach is not made again, tidied or not`() async throws {
        let person = Person(bench.ledger), made = OperationID.fresh(), undo = OperationID.fresh()
        try await person.does(.createGoal(.of()), id: made)
        try await person.does(.undo(made), id: undo)
        await #expect(throws: Refusal.cannotBeUndone) { try await person.does(.undo(undo), at: long) }
    }

    @Test func `a copy that was taken back goes with all its days, however many`() async throws {
        let ada = Person(bench.ledger), phone = Person(bench.ledger), copy = OperationID.fresh()
        _ = try await ada.makes(.of("Stays"))
        _ = try await phone.makes(.of("Read"))
        try bench.sql(
            """
            WITH RECURSIVE place(number) AS (
                SELECT 1 UNION ALL SELECT number + 1 FROM place WHERE number < \(2 * Ledger.rowsAtOnce + 1))
            INSERT INTO goalDay (goal, day, isDone) SELECT goal.id, place.number, 1 FROM place, goal WHERE name = 'Read'
            """)
        try await ada.does(.copyAccount(phone.account), id: copy)
        try await ada.does(.undo(copy))
        let days = try #require(try bench.number("SELECT COUNT(*) FROM goalDay"))
        _ = try await bench.ledger.tidy(now: long)
        #expect(try bench.number("SELECT COUNT(*) FROM goalDay") == days / 2)
        #expect(try bench.ledger.goals(of: ada.account).map(\.name) == ["Stays"])
        #expect(try bench.ledger.goals(of: phone.account).map(\.name) == ["Read"])
    }
}
