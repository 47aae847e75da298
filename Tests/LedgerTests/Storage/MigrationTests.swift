// Migrating databases of earlier versions that contain rows.

import Foundation
import GRDB
import Testing

@testable import Ledger

@Suite struct MigrationTests {
    @Test func `counters of before there were styles are fractal, and count as before`() async throws {
        let bench = try Bench()
        let old = try OldDatabase(bench.folder + "/before.sqlite", upTo: "1 counters")
        try old.sql(
            """
            INSERT INTO counter (id, account, title, color, position, count, entries, revision, createdAt)
            VALUES (5, 1, 'Robins', 3, 0, 1, 1, 2, 0);
            INSERT INTO entry VALUES (5, 1, 'increment', 1, 1, 0, 0, zeroblob(16));
            """)

        let path = try old.finished()
        #expect(throws: StorageFault.self) { try Ledger(path: path, migrating: false) }
        let ledger = try Ledger(path: path)
        let counter = try ledger.counter(5, of: 1)
        #expect(counter.title == "Robins" && counter.count == 1 && counter.style == .fractal)
        #expect(try ledger.visitor(old.token)?.account == 1)
        #expect(try ledger.check().isEmpty)
    }

    @Test func `accounts of before there were day starts begin theirs at midnight, and can choose`()
        async throws
    {
        let bench = try Bench()
        let old = try OldDatabase(bench.folder + "/before.sqlite", upTo: "6 sharing", accounts: [1, 2])
        try old.sql(
            """
            INSERT INTO counter (id, account, title, color, position, count, entries, revision, createdAt)
            VALUES (5, 1, 'Robins', 3, 0, 1, 1, 2, 0);
            INSERT INTO entry (counter, number, kind, delta, count, madeAt, zoneOffset, operation)
            VALUES (5, 1, 'increment', 1, 1, 7200000, 0, zeroblob(16));
            INSERT INTO hour VALUES (5, 2, 1, 7200000, 7200000);
            """)

        let ledger = try Ledger(path: old.finished())
        #expect(try ledger.calendar(of: 1) == .standard)
        let operation = Operation(
            id: .fresh(), mayBeRepeated: true, change: .setDayStart(hour: 4), madeAt: .start, zoneOffset: 0)
        let limit = Limits(accountsPerHour: nil)
        _ = try await ledger.apply(operation, by: .device(old.token), now: .start, limit: limit)
        #expect(try ledger.calendar(of: 1).dayStart.hour == 4)
        #expect(try ledger.calendar(of: 2) == .standard)
        #expect(try ledger.counter(5, of: 1).count == 1)
        #expect(try ledger.check().isEmpty)
    }

    @Test func `what was there before there was feedback stays, and feedback is taken`() async throws {
        let bench = try Bench()
        let old = try OldDatabase(bench.folder + "/before.sqlite", upTo: "2 styles")
        try old.sql(
            """
            INSERT INTO counter (id, account, title, color, position, count, entries, revision, createdAt, style)
            VALUES (5, 1, 'Robins', 3, 0, 1, 1, 2, 0, 'zheng');
            INSERT INTO entry VALUES (5, 1, 'increment', 1, 1, 0, 0, zeroblob(16));
            INSERT INTO newcomer VALUES (zeroblob(32), 20000, 3);
            """)

        let ledger = try Ledger(path: old.finished())
        #expect(try ledger.counter(5, of: 1).style == .zheng)
        #expect(try ledger.feedback().isEmpty)
        try await ledger.keep(
            Feedback(stars: 5, message: "", name: "", email: ""), id: .fresh(),
            origin: FeedbackOrigin(version: "0.1.0", device: "unknown", language: "en"),
            from: NetworkAddress("192.0.2.1"), now: .start, mostPerDay: 20)
        #expect(try ledger.feedback().map(\.feedback.stars) == [5])
        #expect(try ledger.check().isEmpty)
    }

    @Test func `counters of before there were links are shared with nobody, and can be`() async throws {
        let bench = try Bench()
        let old = try OldDatabase(bench.folder + "/before.sqlite", upTo: "5 transfer")
        try old.sql(
            """
            INSERT INTO counter (id, account, title, color, position, count, entries, revision, createdAt)
            VALUES (5, 1, 'Robins', 3, 0, 1, 1, 2, 0);
            INSERT INTO entry (counter, number, kind, delta, count, madeAt, zoneOffset, operation)
            VALUES (5, 1, 'increment', 1, 1, 0, 0, zeroblob(16));
            INSERT INTO hour VALUES (5, 0, 1, 0, 0);
            """)

        let ledger = try Ledger(path: old.finished())
        #expect(try ledger.counter(5, of: 1).count == 1)
        #expect(try ledger.share(of: 5, of: 1) == nil)
        let share = ShareToken(bytes: [UInt8](repeating: 9, count: 16))
        let operation = Operation(
            id: .fresh(), mayBeRepeated: false, change: .share(5, as: share), madeAt: .start, zoneOffset: 0)
        _ = try await ledger.apply(
            operation, by: .device(old.token), now: .start, limit: Limits(accountsPerHour: nil))
        #expect(try ledger.counter(sharedBy: share)?.title == "Robins")
        #expect(try ledger.check().isEmpty)
    }

    @Test func `an account of before versions were kept has none, and the next one has`() async throws {
        let bench = try Bench()
        let old = try OldDatabase(bench.folder + "/before.sqlite", upTo: "7 calendar")
        try old.sql(
            """
            UPDATE account SET createdAt = 1000;
            INSERT INTO counter (id, account, title, color, position, count, entries, revision, createdAt)
            VALUES (5, 1, 'Robins', 3, 0, 1, 1, 2, 0);
            INSERT INTO entry (counter, number, kind, delta, count, madeAt, zoneOffset, operation)
            VALUES (5, 1, 'increment', 1, 1, 0, 0, zeroblob(16));
            INSERT INTO hour VALUES (5, 0, 1, 0, 0);
            """)

        let ledger = try Ledger(path: old.finished())
        #expect(
            try ledger.firstOpening(of: 1)
                == FirstOpening(moment: Moment(milliseconds: 1000), version: nil))
        #expect(try ledger.counter(5, of: 1).count == 1)
        var person = Person(ledger)
        person.version = "0.2.0"
        _ = try await person.creates()
        #expect(
            try ledger.firstOpening(of: person.account) == FirstOpening(moment: .start, version: "0.2.0"))

        let day = CivilDay(of: .start, zoneOffset: 0)
        var totals = Totals()
        totals.count(.homeView, on: day)
        #expect(try ledger.totals(from: day, through: day).isEmpty)
        try await ledger.add(totals)
        #expect(try ledger.totals(from: day, through: day) == totals)
        #expect(try ledger.check().isEmpty)
    }

    @Test func `an account of before there were goals makes one, and its counter fills it`() async throws {
        let bench = try Bench()
        let tap = OperationID.fresh()
        let old = try OldDatabase(bench.folder + "/before.sqlite", upTo: "8 totals")
        let moment = Moment.start.milliseconds
        try old.sql(
            """
            INSERT INTO counter (id, account, title, color, position, count, entries, revision, createdAt)
            VALUES (5, 1, 'Push-ups', 3, 0, 3, 1, 2, 0);
            """)
        try old.sql(
            """
            INSERT INTO entry (counter, number, kind, delta, count, madeAt, zoneOffset, operation)
            VALUES (5, 1, 'increment', 3, 3, ?1, 0, ?2)
            """, [moment, tap.data])
        try old.sql("INSERT INTO hour VALUES (5, ?1 / 3600000, 3, ?1, ?1)", [moment])
        try old.sql(
            """
            INSERT INTO operation (account, id, session, kind, counter, payload, madeAt, receivedAt, zoneOffset, count, revision, before)
            VALUES (1, ?2, 1, 'increment', 5, '3', ?1, ?1, 0, 3, 2, '1')
            """, [moment, tap.data])

        let ledger = try Ledger(path: old.finished())
        #expect(try ledger.goals(of: 1).isEmpty && ledger.counter(5, of: 1).count == 3)
        let deed = try ledger.summary(of: tap, of: 1)
        #expect(deed?.kind == .increment && deed?.goal == nil)
        let limit = Limits(accountsPerHour: nil)
        func apply(_ change: Change, _ id: OperationID) async throws -> Receipt {
            let operation = Operation(
                id: id, mayBeRepeated: true, change: change, madeAt: .start, zoneOffset: 0)
            return try await ledger.apply(operation, by: .device(old.token), now: .start, limit: limit)
        }
        // What was answered before is answered again.
        #expect(try await apply(.increment(5, by: 3), tap).count == 3)
        let made = try await apply(
            .createGoal(.of(follows: Goal.Following(counter: 5, target: 3))), .fresh())
        let id = try #require(made.goal)
        let record = try ledger.record(of: ledger.goal(id, of: 1), of: 1)
        #expect(record.counted == [.start: 3] && record.progress(today: .start).streak == 1)
        _ = try await apply(.undo(tap), .fresh())
        #expect(try ledger.records(of: 1).map(\.counted) == [[.start: 0]])
        #expect(try ledger.check().isEmpty)
    }

    @Test func `accounts of before there was signing in are opened as before, and by a code`() async throws {
        let bench = try Bench()
        let link = TokenHash([UInt8](repeating: 8, count: 32))
        let old = try OldDatabase(bench.folder + "/before.sqlite", upTo: "11 log")
        try old.sql(
            """
            INSERT INTO counter (id, book, number, origin, title, color, style, step, isCollapsed, rank, revision, createdAt)
            VALUES (5, 1, 1, zeroblob(16), 'Robins', 3, 'zheng', 1, 0, 0, 2, 0);
            """)
        try old.sql("INSERT INTO recovery VALUES (1, ?, 0)", [link.data])

        let ledger = try Ledger(path: old.finished())
        #expect(try ledger.visitor(old.token)?.account == 1)
        #expect(try ledger.counter(1, of: 1).title == "Robins")
        let code = TokenHash([UInt8](repeating: 9, count: 32))
        try await ledger.setRecoveryCodes([code], of: 1, by: #require(try ledger.visitor(old.token)).device)
        for (place, key) in [AccountKey.recoveryLink(link), .code(code)].enumerated() {
            let device = TokenHash([UInt8](repeating: UInt8(place), count: 32))
            #expect(try await ledger.open(key, as: device, at: .start) == 1)
        }
        #expect(try ledger.check().isEmpty)
    }

    @Test func `accounts of before there were passkeys are opened as before, and by one`() async throws {
        let bench = try Bench()
        let old = try OldDatabase(bench.folder + "/before.sqlite", upTo: "12 sign-in")
        try old.sql("INSERT INTO signInCode VALUES (?, 1, NULL)", [Data([UInt8](repeating: 9, count: 32))])

        let ledger = try Ledger(path: old.finished())
        #expect(try ledger.visitor(old.token)?.account == 1 && ledger.passkeys(of: 1).isEmpty)
        try await ledger.addPasskey(
            PasskeyCredential(id: [1], publicKey: [2], signCount: 0), named: "", of: 1, by: 1, at: .start)
        let passkey = try #require(try ledger.passkeys(of: 1).first)
        let code = TokenHash([UInt8](repeating: 9, count: 32))
        for (place, key) in [AccountKey.passkey(passkey.id, signCount: 0), .code(code)].enumerated() {
            let device = TokenHash([UInt8](repeating: UInt8(place), count: 32))
            #expect(try await ledger.open(key, as: device, at: .start) == 1)
        }
        #expect(try ledger.check().isEmpty)
    }

    @Test func `accounts of before there were invitations stay, and one more comes by one`() async throws {
        let bench = try Bench()
        let old = try OldDatabase(bench.folder + "/before.sqlite", upTo: "13 passkeys")

        let ledger = try Ledger(path: old.finished())
        #expect(try ledger.visitor(old.token)?.account == 1)
        let invitation = TokenHash([UInt8](repeating: 9, count: 32))
        try await ledger.invite(by: invitation, until: .start.advanced(byDays: 1))
        let newcomer = Newcomer(
            token: TokenHash([UInt8](repeating: 8, count: 32)), address: "192.0.2.1")
        #expect(try await ledger.accept(invitation, by: newcomer, at: .start, limit: Limits()) == 2)
        #expect(try ledger.check().isEmpty)
    }

    @Test func `invitations of before the web server could sign people in stay good`() async throws {
        let bench = try Bench()
        let invitation = TokenHash([UInt8](repeating: 9, count: 32))
        let old = try OldDatabase(bench.folder + "/before.sqlite", upTo: "14 invitations")
        try old.sql("INSERT INTO invitation VALUES (?, ?)", [invitation.data, Moment.start.milliseconds])

        let ledger = try Ledger(path: old.finished())
        #expect(try ledger.isGood(invitation, at: Moment(milliseconds: 0)))
        let newcomer = Newcomer(
            token: TokenHash([UInt8](repeating: 8, count: 32)), address: "192.0.2.1")
        try await ledger.open(as: #require(WebServerUser("ada")), by: newcomer, at: .start)
        #expect(try ledger.accounts(most: 10).count == 2)
        #expect(try ledger.check().isEmpty)
    }

    @Test func `a list of goals is read without those that were removed before there was an index`() throws {
        let bench = try Bench()
        let old = try OldDatabase(bench.folder + "/before.sqlite", upTo: "16 tidying")
        try old.sql(
            """
            INSERT INTO goal (id, book, number, origin, name, color, firstDay, lastDay, removedAt, rank, revision, createdAt)
            VALUES (5, 1, 1, zeroblob(16), 'Read', 0, 0, 9, NULL, 0, 1, 0), (6, 1, 2, randomblob(16), 'Walk', 0, 0, 9, 7, 1, 2, 0);
            """)

        let ledger = try Ledger(path: old.finished())
        #expect(try ledger.goals(of: 1).map(\.name) == ["Read"])
        let plan = try ledger.read { database in
            try Row.fetchAll(
                database,
                sql:
                    "EXPLAIN QUERY PLAN SELECT id FROM goal WHERE book = 1 AND removedAt IS NULL ORDER BY rank"
            )
        }
        #expect(plan.map { $0["detail"] as String }.joined().contains("goalInList"))
        #expect(try ledger.check().isEmpty)
    }

    @Test func `accounts of before there were limits of their own have the site's, and can have others`()
        async throws
    {
        let bench = try Bench()
        let old = try OldDatabase(bench.folder + "/before.sqlite", upTo: "17 listed goals")
        try old.sql(
            """
            INSERT INTO counter (id, book, number, origin, title, color, style, step, isCollapsed, rank, revision, createdAt)
            VALUES (5, 1, 1, randomblob(16), 'Robins', 0, 'fractal', 1, 0, 0, 1, 0);
            UPDATE book SET lastCounter = 1, usageWords = 6;
            """)

        let ledger = try Ledger(path: old.finished())
        #expect(try ledger.limits(of: 1) == AccountLimits() && ledger.counter(1, of: 1).title == "Robins")
        let person = Person(ledger, token: old.token)
        let make = Operation.of(.createCounter(title: "Wrens", style: .fractal))
        #expect(try await person.sends([make], limit: Limits(counters: 1)) == ["tooManyCounters"])
        _ = try await ledger.setLimits(of: 1) { $0.counters = 2 }
        let again = Operation.of(.createCounter(title: "Wrens", style: .fractal))
        #expect(try await person.sends([again], limit: Limits(counters: 1)) == ["0"])
        #expect(try ledger.check().isEmpty)
    }

    @Test func `goals that were taken back when none was ever removed have the days of the trash left`()
        async throws
    {
        let bench = try Bench()
        let old = try OldDatabase(bench.folder + "/before.sqlite", upTo: "15 web server users")
        try old.sql(
            """
            INSERT INTO goal (id, book, number, origin, name, color, firstDay, lastDay, isRemoved, rank, revision, createdAt)
            VALUES (5, 1, 1, zeroblob(16), 'Read', 0, 0, 9, 0, 0, 1, 0), (6, 1, 2, randomblob(16), 'Walk', 0, 0, 9, 1, 1, 2, 0);
            """)

        let path = try old.finished(), ledger = try Ledger(path: path)
        #expect(try ledger.goals(of: 1).map(\.name) == ["Read"])
        let hidden = {
            try ledger.read {
                try $0.first("SELECT removedAt FROM goal WHERE id = 6", []) { $0[0] as Int64? } ?? nil
            }
        }
        let removed = Moment(milliseconds: try #require(try hidden()))
        let last = removed.advanced(byDays: Int64(Counter.daysInTrash))
        try await ledger.removeGoals(removedBefore: last.startOfTrash.milliseconds, at: last)
        #expect(try hidden() == removed.milliseconds)
        let later = last.advanced(byDays: 1)
        try await ledger.removeGoals(removedBefore: later.startOfTrash.milliseconds, at: later)
        #expect(try hidden() == nil)
        #expect(try ledger.goals(of: 1).map(\.name) == ["Read"])
        #expect(try ledger.check().isEmpty)
    }
}
