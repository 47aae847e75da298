// Operations from before the log existed: migrated once, they are answered, undone
// and redone as before.

import Foundation
import GRDB
import Synchronization
import Testing

@testable import Ledger

@Suite struct LogMigrationTests {
    let bench: Bench

    init() throws { bench = try Bench() }

    private func old(upTo migration: String = "9 goals", accounts: [Int64] = [1]) throws -> OldDatabase {
        try OldDatabase(bench.folder + "/before.sqlite", upTo: migration, accounts: accounts)
    }

    @discardableResult
    private func apply(
        _ change: Change, _ id: OperationID = .fresh(), by token: TokenHash, to ledger: Ledger
    ) async throws -> Receipt {
        let operation = Operation(
            id: id, mayBeRepeated: true, change: change, madeAt: .start, zoneOffset: 60)
        return try await ledger.apply(operation, by: .device(token), now: .start, limit: Limits())
    }

    /// An operation of before, what it was then, and what a change of now would be that is another one.
    private struct Done {
        let id: OperationID
        let change: Change
        var other: Change = .increment(1, by: 77)
        /// Whether it can be taken back, and done again.
        var isUndone = true
    }

    /// One of each kind, each on a counter or goal of its own.
    private func filled(_ old: OldDatabase) throws -> [Done] {
        let day = CivilDay.start.adding(-1)
        func tap(_ kind: String, _ counter: Int64, _ payload: String?, _ entry: Int64, _ count: Int64) throws
            -> OperationID
        {
            try old.operation(kind, counter: counter, payload: payload, before: String(entry), count: count)
        }
        var done: [Done] = []
        let create = try old.operation("create", counter: 1, payload: "western _Robins \"x\"")
        try old.counter(1, "Robins \"x\"", position: 99, style: "zheng")
        done.append(Done(id: create, change: .createCounter(title: "_Robins \"x\"", style: .western)))

        let increment = try tap("increment", 2, "3", 1, 3)
        try old.counter(2, "Two", entries: [("increment", 3, nil)], by: [increment])
        done.append(Done(id: increment, change: .increment(2, by: 3), other: .increment(2)))
        let decrement = try tap("decrement", 3, nil, 2, 4)
        try old.counter(
            3, "Three", entries: [("increment", 5, nil), ("decrement", -1, nil)], by: [decrement])
        done.append(Done(id: decrement, change: .decrement(3), other: .decrement(2)))
        let reset = try tap("reset", 4, "4", 2, 1)
        try old.counter(4, "Four", entries: [("increment", 5, nil), ("reset", -4, nil)], by: [reset])
        done.append(Done(id: reset, change: .reset(4, seen: 4), other: .reset(4, seen: nil)))
        let set = try tap("set", 5, "10", 2, 10)
        try old.counter(5, "Five", entries: [("increment", 4, nil), ("set", 6, nil)], by: [set])
        done.append(Done(id: set, change: .set(5, count: 10), other: .set(5, count: 11)))
        let void = try tap("void", 6, "1 yes", 2, 0)
        try old.counter(6, "Six", entries: [("increment", 4, nil), ("void", -4, 1)], by: [void])
        done.append(
            Done(id: void, change: .void(6, entry: 1, isVoid: true), other: .void(6, entry: 1, isVoid: false))
        )

        let rename = try old.operation("rename", counter: 7, payload: " Seven ", before: "\\ \"7\"\u{301}\t")
        try old.counter(7, "Seven")
        done.append(
            Done(id: rename, change: .rename(7, title: " Seven "), other: .rename(7, title: "Seven")))
        let collapse = try old.operation("collapse", counter: 8, payload: "yes", before: "0")
        try old.counter(8, "Eight", isCollapsed: true)
        done.append(
            Done(
                id: collapse, change: .collapse(8, isCollapsed: true), other: .collapse(8, isCollapsed: false)
            ))
        let collapseAll = try old.operation("collapseAll", payload: "yes", before: "9,10")
        try old.counter(9, "Nine", isCollapsed: true)
        try old.counter(10, "Ten", isCollapsed: true)
        done.append(
            Done(
                id: collapseAll, change: .collapseAll(isCollapsed: true),
                other: .collapseAll(isCollapsed: false)))
        let restyle = try old.operation("restyle", counter: 11, payload: "western", before: "zheng")
        try old.counter(11, "Eleven", style: "western")
        done.append(Done(id: restyle, change: .restyle(11, .western), other: .restyle(11, .zheng)))
        let recolor = try old.operation("recolor", counter: 12, payload: "5", before: "2")
        try old.counter(12, "Twelve", color: 5)
        done.append(Done(id: recolor, change: .recolor(12, color: 5), other: .recolor(12, color: 4)))
        let step = try old.operation("step", counter: 13, payload: "10", before: "3")
        try old.counter(13, "Thirteen", step: 10)
        done.append(Done(id: step, change: .setStep(13, step: 10), other: .setStep(13, step: 11)))
        let annotate = try old.operation(
            "annotate", counter: 14, payload: "1 \u{301} by the \"door\"", before: "old")
        try old.counter(14, "Fourteen", entries: [("increment", 1, nil)])
        try old.note("\u{301} by the \"door\"", at: 1, of: 14)
        done.append(
            Done(
                id: annotate, change: .annotate(14, entry: 1, note: "\u{301} by the \"door\""),
                other: .annotate(14, entry: 1, note: "by")))
        let move = try old.operation("move", counter: 15, payload: "14", before: "2")
        try old.counter(15, "Fifteen")
        done.append(Done(id: move, change: .move(15, after: 14), other: .move(15, after: nil)))
        let delete = try old.operation("delete", counter: 16)
        try old.counter(16, "Sixteen", deletedAt: Moment.start.milliseconds - 1000)
        done.append(Done(id: delete, change: .delete(16), other: .delete(15)))
        let restore = try old.operation("restore", counter: 17)
        try old.counter(17, "Seventeen")
        done.append(Done(id: restore, change: .restore(17), other: .restore(16)))

        let made = String(repeating: "a", count: 32), gone = String(repeating: "b", count: 32)
        let share = try old.operation("share", counter: 18, before: made)
        try old.counter(18, "Eighteen")
        try old.sql("INSERT INTO share VALUES (18, ?, 0, NULL)", [made])
        done.append(Done(id: share, change: .share(18), other: .share(17)))
        let unshare = try old.operation("unshare", counter: 19, before: gone)
        try old.counter(19, "Nineteen")
        try old.sql("INSERT INTO share VALUES (19, ?, 0, 1)", [gone])
        done.append(Done(id: unshare, change: .unshare(19), other: .unshare(18)))

        let arrival = try old.operation("import", counter: 21, before: "20 21:2:3", count: 1)
        try old.counter(20, "Twenty", entries: [("increment", 2, nil)])
        try old.counter(
            21, "Twenty-one", entries: [("increment", 1, nil), ("increment", 2, nil), ("increment", 3, nil)])
        done.append(
            Done(id: arrival, change: .importArchive(Archive(counters: [], repetitions: 0))))
        return try done + calendarAndGoals(old, day)
    }

    private func calendarAndGoals(_ old: OldDatabase, _ day: CivilDay) throws -> [Done] {
        var done: [Done] = []
        let dayStart = try old.operation("dayStart", payload: "4", before: "2")
        let weekStart = try old.operation("weekStart", payload: "6", before: nil)
        try old.sql("UPDATE account SET dayStart = 4, weekStart = 6")
        done.append(Done(id: dayStart, change: .setDayStart(hour: 4), other: .setDayStart(hour: 5)))
        done.append(Done(id: weekStart, change: .setWeekStart(.sunday), other: .setWeekStart(nil)))

        let first = CivilDay.start.number - 10, last = CivilDay.start.number + 10
        let createGoal = try old.operation(
            "createGoal", goal: 1, payload: "0 \(first) \(last) - 2:3 Read a \"page\"")
        try old.goal(1, "Read a \"page\"", position: 50)
        try old.sql("UPDATE goal SET counter = 2, target = 3 WHERE id = 1")
        let draft = try GoalDraft(
            name: "Read a \"page\"", color: 0, start: CivilDay(number: first), end: CivilDay(number: last),
            reminder: nil, follows: Goal.Following(counter: 2, target: 3))
        done.append(
            Done(id: createGoal, change: .createGoal(draft), other: .createGoal(try .of("Another"))))
        let editGoal = try old.operation(
            "editGoal", goal: 2, payload: "1 \(first) \(last) 480 - Run",
            before: "0 \(first - 1) \(last + 1) - - \u{301}Walk")
        try old.goal(2, "Run", color: 1, reminder: 480)
        let edited = try GoalDraft(
            name: "Run", color: 1, start: CivilDay(number: first), end: CivilDay(number: last),
            reminder: 480, follows: nil)
        done.append(
            Done(id: editGoal, change: .editGoal(2, edited), other: .editGoal(2, try .of("Another"))))
        let archiveGoal = try old.operation("archiveGoal", goal: 3, payload: "yes", before: "no")
        try old.goal(3, "Sing", isArchived: true)
        done.append(
            Done(
                id: archiveGoal, change: .archiveGoal(3, isArchived: true),
                other: .archiveGoal(3, isArchived: false)))
        let moveGoal = try old.operation("moveGoal", goal: 4, payload: "3", before: "")
        try old.goal(4, "Jump")
        done.append(Done(id: moveGoal, change: .moveGoal(4, after: 3), other: .moveGoal(4, after: nil)))
        let markDay = try old.operation("markDay", goal: 5, payload: "\(day.number) yes", before: "no")
        try old.goal(5, "Swim")
        let noteDay = try old.operation(
            "noteDay", goal: 5, payload: "\(day.number) two\nlines", before: "one\nline")
        try old.sql(
            "INSERT INTO goalDay VALUES (5, ?, 1, 1, 5, ?, 5, ?)", [day.number, markDay.data, noteDay.data])
        try old.sql("INSERT INTO dayNote VALUES (5, ?, ?)", [day.number, "two\nlines"])
        done.append(
            Done(
                id: markDay, change: .markDay(5, day, isDone: true), other: .markDay(5, day, isDone: false)))
        done.append(
            Done(
                id: noteDay, change: .noteDay(5, day, note: "two\nlines"),
                other: .noteDay(5, day, note: "two lines")))
        return done
    }

    /// All that a person could see of the book.
    private func state(_ ledger: Ledger) throws -> String {
        let changes = try ledger.changes(of: 1, since: 0)
        let counters = changes.counters.sorted { $0.rank < $1.rank }.map {
            "\($0.id) \($0.title) \($0.color) \($0.style) \($0.step) \($0.isCollapsed) \($0.count) \($0.isDeleted)"
        }
        let goals = changes.goals.sorted { $0.goal.rank < $1.goal.rank }.map {
            "\(GoalDraft($0.goal)) \($0.goal.isArchived) \($0.done ?? []) \($0.notes ?? [:])"
        }
        let rest = try ledger.read { database in
            try String.fetchAll(
                database,
                sql: """
                    SELECT counter || ' ' || number || ' ' || text FROM note
                    UNION ALL SELECT token || ' ' || (revokedAt IS NULL) FROM share
                    """)
        }
        return (counters + goals + rest + ["\(changes.calendar)"]).joined(separator: "\n")
    }

    @Test func `each operation is answered as before, and its id is nobody else's`() async throws {
        let old = try old(), done = try filled(old), token = old.token
        let answers = try old.texts(
            "SELECT hex(id) || ' ' || count || ' ' || revision FROM operation ORDER BY id")
        let ledger = try Ledger(path: try old.finished())
        let rows = try ledger.pool.read { database in
            try Row.fetchAll(
                database, sql: "SELECT id, kind, change, count, revision FROM operation ORDER BY id")
        }
        #expect(
            rows.map { row in
                let id: Data = row[0]
                return
                    "\(id.map { String(format: "%02X", $0) }.joined()) \(row[3] as Int64) \(row[4] as Int64)"
            } == answers)
        for row in rows {
            let kind: String = row[1], change: String = row[2]
            #expect(try ChangeKinds.named(kind)?.read(change).json == change, "\(kind)")
        }
        let before = try state(ledger)
        for operation in done {
            let row = try #require(rows.first { OperationID($0[0] as Data) == operation.id })
            let receipt = try await apply(operation.change, operation.id, by: token, to: ledger)
            #expect(
                receipt.count == row[3] as Int64 && receipt.revision == row[4] as Int64, "\(operation.change)"
            )
            await #expect(throws: Refusal.operationIdIsTaken, "\(operation.other)") {
                try await apply(operation.other, operation.id, by: token, to: ledger)
            }
        }
        #expect(try state(ledger) == before)
        #expect(try ledger.check().isEmpty)
    }

    @Test func `each operation is taken back, done again, and taken back again`() async throws {
        let old = try old(), done = try filled(old), token = old.token
        let ledger = try Ledger(path: try old.finished())
        for operation in done where operation.isUndone {
            let after = try state(ledger)
            var last = operation.id, states: [String] = []
            for _ in 0..<3 {
                let undo = OperationID.fresh()
                try await apply(.undo(last), undo, by: token, to: ledger)
                states.append(try state(ledger))
                last = undo
            }
            #expect(states[0] != after && states[1] == after && states[2] == states[0], "\(operation.change)")
            #expect(try ledger.check().isEmpty, "\(operation.change)")
        }
        // What each was before is what the rows of then said.
        let counters = Dictionary(
            uniqueKeysWithValues: try ledger.allCounters(of: 1).map { ($0.id, $0) })
        #expect(counters.values.filter(\.isDeleted).map(\.id).sorted() == [1, 17, 20])
        #expect((2...6).map { counters[$0]?.count } == [0, 5, 5, 4, 4])
        #expect(counters[7]?.title == "\\ \"7\"\u{301}\t")
        #expect([8, 9, 10].map { counters[$0]?.isCollapsed } == [false, false, false])
        #expect(counters[11]?.style == .zheng && counters[12]?.color == 2 && counters[13]?.step == 3)
        #expect(counters[21]?.count == 1)
        #expect(try ledger.calendar(of: 1).dayStart.hour == 2 && ledger.calendar(of: 1).weekStart == nil)
        let goals = Dictionary(uniqueKeysWithValues: try ledger.goals(of: 1).map { ($0.id, $0) })
        #expect(goals[1] == nil && goals[3]?.isArchived == false)
        #expect(goals[2]?.name == "\u{301}Walk" && goals[2]?.reminder == nil && goals[2]?.color == 0)
        #expect(goals[2]?.start == .start.adding(-11) && goals[2]?.end == .start.adding(11))
        #expect(try ledger.note(on: .start.adding(-1), of: 5, of: 1) == "one\nline")
    }

    @Test func `a long migration tells how far it is`() throws {
        let old = try old()
        try old.counter(1, "Robins")
        try old.sql(
            """
            WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 50001)
            INSERT INTO operation (account, id, session, kind, counter, madeAt, receivedAt, zoneOffset, count, revision)
            SELECT 1, randomblob(16), 1, 'reset', 1, 0, 0, 0, 0, i FROM n
            """)
        let told = Mutex<[MigrationProgress]>([])
        _ = try Ledger(path: old.finished()) { progress in told.withLock { $0.append(progress) } }
        let all = told.withLock { $0 }
        #expect(all.first == .began(step: "10 upload senders"))
        #expect(
            all.contains(.rewrote(operations: 50_000, of: 50_001))
                && all.contains(.rewrote(operations: 50_001, of: 50_001)))
        #expect(all.last == .began(step: "20 entry kinds"))
    }

    @Test func `addresses and orders are as before`() throws {
        let old = try old()
        _ = try filled(old)
        let titles = try old.texts(
            "SELECT id || ' ' || title FROM counter WHERE deletedAt IS NULL ORDER BY position, id")
        let names = try old.texts("SELECT id || ' ' || name FROM goal ORDER BY position, id")
        let ledger = try Ledger(path: try old.finished())
        #expect(
            try ledger.counters(of: 1).map { "\($0.id) \($0.title)" } == titles)
        #expect(try ledger.goals(of: 1).sorted { $0.rank < $1.rank }.map { "\($0.id) \($0.name)" } == names)
    }

    @Test func `an undo of then is taken back, and so is the undo of that`() async throws {
        let old = try old(), token = old.token
        // Counted, taken back; before there were undos, no entry's number was kept.
        let tap = try old.operation("increment", counter: 1, payload: "2", before: "1", count: 2)
        let untap = try old.operation("undo", counter: 1, payload: tap.text, before: "2")
        try old.counter(1, "One", entries: [("increment", 2, nil), ("void", -2, 1)], by: [tap, untap])
        let early = try old.operation("increment", counter: 2, count: 1)
        let unearly = try old.operation("undo", counter: 2, payload: early.text, before: "2")
        try old.counter(2, "Two", entries: [("increment", 1, nil), ("void", -1, 1)], by: [early, unearly])
        // Renamed, taken back, done again.
        let rename = try old.operation("rename", counter: 3, payload: "New", before: "Old")
        let back = try old.operation("undo", counter: 3, payload: rename.text, before: "New")
        let again = try old.operation("undo", counter: 3, payload: back.text, before: "Old")
        try old.counter(3, "New")
        // Deleted and taken back.
        let delete = try old.operation("delete", counter: 4)
        let undelete = try old.operation("undo", counter: 4, payload: delete.text)
        try old.counter(4, "Four")
        let ledger = try Ledger(path: try old.finished())

        func undo(_ id: OperationID) async throws -> OperationID {
            let undo = OperationID.fresh()
            try await apply(.undo(id), undo, by: token, to: ledger)
            return undo
        }
        let redone = try await undo(untap)
        #expect(try ledger.counter(1, of: 1).count == 2)
        _ = try await undo(redone)
        #expect(try ledger.counter(1, of: 1).count == 0)
        _ = try await undo(unearly)
        #expect(try ledger.counter(2, of: 1).count == 1)
        await #expect(throws: Refusal.cannotBeUndone) { try await undo(back) }
        let old3 = try await undo(again)
        #expect(try ledger.counter(3, of: 1).title == "Old")
        _ = try await undo(old3)
        #expect(try ledger.counter(3, of: 1).title == "New")
        _ = try await undo(undelete)
        #expect(try ledger.trash(of: 1, now: .start).map(\.id) == [4])
        #expect(try ledger.check().isEmpty)
    }

    @Test func `of two words of then, the one that arrived last stands, whatever their devices' clocks said`()
        async throws
    {
        let old = try old(), token = old.token
        let first = try old.operation("rename", counter: 1, payload: "First", before: "None")
        let last = try old.operation(
            "rename", counter: 1, payload: "Last", before: "First", minutesEarlier: 30)
        try old.counter(1, "Last")
        let ledger = try Ledger(path: try old.finished())
        await #expect(throws: Refusal.cannotBeUndone) { try await apply(.undo(first), by: token, to: ledger) }
        try await apply(.undo(last), by: token, to: ledger)
        #expect(try ledger.counter(1, of: 1).title == "First")
    }

    @Test func `a deletion of everything stays one`() async throws {
        let old = try old(accounts: [1, 2]), token = old.token
        let deletion = try old.operation("deleteAll", payload: "1")
        try old.counter(1, "One", deletedAt: Counter.longAgo)
        try old.counter(2, "Two", account: 2)
        let ledger = try Ledger(path: try old.finished())
        await #expect(throws: Refusal.cannotBeUndone) {
            try await apply(.undo(deletion), by: token, to: ledger)
        }
        #expect(try await apply(.deleteAll(newest: 1), deletion, by: token, to: ledger).revision == 1)
        #expect(try ledger.allCounters(of: 1).isEmpty)
        #expect(try ledger.counters(of: 2).map(\.id) == [2])
        await #expect(throws: Refusal.noSuchCounter) { try await apply(.increment(2), by: token, to: ledger) }
    }

    @Test func `what is exported is what the old tables held, to the byte`() throws {
        let old = try old()
        _ = try filled(old)
        let origins = try old.texts(
            "SELECT lower(hex(origin)) FROM counter WHERE deletedAt IS NULL ORDER BY position, id")
        let entries = try old.texts(
            """
            SELECT lower(hex(entry.operation)) || ' ' || kind || ' ' || delta || ' ' || entry.count || ' ' || madeAt
                || ' ' || zoneOffset || ' ' || COALESCE(text, '')
            FROM counter JOIN entry ON entry.counter = counter.id
            LEFT JOIN note ON note.counter = entry.counter AND note.number = entry.number
            WHERE deletedAt IS NULL ORDER BY position, entry.number
            """)
        let ledger = try Ledger(path: try old.finished())
        let export = try ledger.export(of: 1)
        #expect(export.pieces.map { $0.counter.origin.text.filter { $0 != "-" } } == origins)
        let exported = try export.pieces.flatMap { piece in
            try ledger.entries(of: piece, after: 0, limit: 100).map { entry in
                "\(entry.id.text.filter { $0 != "-" }) \(entry.kind.rawValue) \(entry.delta) \(entry.count) "
                    + "\(entry.madeAt.milliseconds) \(entry.zoneOffset) \(entry.note)"
            }
        }
        #expect(exported == entries)
        var writer = ArchiveFormat.json.writer
        let piece = try #require(export.pieces.first { $0.counter.title == "Fourteen" })
        var text = writer.begin() + writer.add(piece.counter, count: piece.count)
        for entry in try ledger.entries(of: piece, after: 0, limit: 9) { text += writer.add(entry) }
        text += writer.end()
        let entry = try #require(try ledger.entries(of: piece, after: 0, limit: 1).first)
        // As it was written before.
        #expect(
            text == """
                {"format":"fivebar","version":1,"counters":[
                {"id":"\(piece.counter.origin.text)","title":"Fourteen","color":0,"style":"fractal","step":1,\
                "collapsed":false,"created":"1970-01-01T00:00:00.000+00:00","count":1,"entries":[
                {"id":"\(entry.id.text)","time":"2026-11-21T07:00:00.000+01:00","kind":"increment","delta":1,\
                "note":"\u{301} by the \\"door\\""}
                ]}
                ]}

                """)
    }

    @Test(arguments: [
        "1 counters", "2 styles", "3 history", "4 feedback", "5 transfer", "6 sharing", "7 calendar",
        "8 totals", "9 goals", "10 upload senders",
    ])
    func `a tap of every version is answered and taken back`(_ version: String) async throws {
        let path = bench.folder + "/before.sqlite"
        let token = TokenHash([UInt8](repeating: 7, count: 32))
        let tap = OperationID.fresh(), rename = OperationID.fresh(), moment = Moment.start.milliseconds
        let before = try DatabaseQueue(path: path)
        try Schema.migrator.migrate(before, upTo: version)
        try await before.write { database in
            try database.execute(
                sql: "INSERT INTO account (id, revision, createdAt, seenAt) VALUES (1, 3, 0, 0)")
            try database.execute(
                sql: "INSERT INTO session (token, account, createdAt, seenAt) VALUES (?, 1, 0, 0)",
                arguments: [token.data])
            try database.execute(
                sql: """
                    INSERT INTO counter (id, account, title, color, position, count, entries, revision, createdAt)
                    VALUES (5, 1, 'Robins', 3, 0, 1, 1, 2, 0)
                    """)
            if try database.columns(in: "counter").contains(where: { $0.name == "origin" }) {
                try database.execute(sql: "UPDATE counter SET origin = randomblob(16)")
            }
            try database.execute(
                sql: """
                    INSERT INTO entry (counter, number, kind, delta, count, madeAt, zoneOffset, operation)
                    VALUES (5, 1, 'increment', 1, 1, ?1, 60, ?2)
                    """, arguments: [moment, tap.data])
            if try database.tableExists("hour") {
                try database.execute(
                    sql: "INSERT INTO hour VALUES (5, (?1 + 3600000) / 3600000, 1, ?1, ?1)",
                    arguments: [moment])
            }
            // As the first version wrote them: without a step, and without what was before.
            for (id, kind, payload) in [(tap, "increment", nil), (rename, "rename", "Robins")]
                as [(OperationID, String, String?)]
            {
                try database.execute(
                    sql: """
                        INSERT INTO operation (account, id, session, kind, counter, payload, madeAt, receivedAt, zoneOffset, count, revision)
                        VALUES (1, ?, 1, ?, 5, ?, ?, ?, 60, 1, 3)
                        """, arguments: [id.data, kind, payload, moment, moment])
            }
        }
        try before.close()
        let ledger = try Ledger(path: path)
        #expect(try await apply(.increment(5), tap, by: token, to: ledger).count == 1)
        #expect(try await apply(.rename(5, title: "Robins"), rename, by: token, to: ledger).revision == 3)
        await #expect(throws: Refusal.cannotBeUndone) {
            try await apply(.undo(rename), by: token, to: ledger)
        }
        #expect(try await apply(.undo(tap), by: token, to: ledger).count == 0)
        #expect(try ledger.check().isEmpty)
    }
}
