// The check, backup and tidy commands.

import Foundation
import Ledger
import Testing

@Suite struct UpkeepTests {
    let bench: Bench

    init() throws { bench = try Bench() }

    @Test(arguments: [
        "UPDATE counter SET count = count + 1",
        "UPDATE entry SET delta = 2 WHERE number = 2",
        "DELETE FROM entry WHERE number = 2",
        "DELETE FROM entry WHERE number = 3",
        "UPDATE counter SET entries = 7",
    ])
    func `a count that is not the sum of its entries is found`(_ damage: String) async throws {
        let person = Person(bench.ledger)
        let robins = try await person.creates()
        for _ in 0..<3 { try await person.does(.increment(robins)) }
        #expect(try bench.ledger.check().isEmpty)
        try bench.sql(damage)
        #expect(try !bench.ledger.check().isEmpty)
    }

    @Test(
        arguments: [
            ("UPDATE counter SET count = count + 1", 3),
            ("UPDATE entry SET delta = 2 WHERE number = 2", 4),
            ("UPDATE entry SET delta = 9223372036854775807 WHERE number = 2", 3),
            ("DELETE FROM entry WHERE number = 2", 2),
            ("DELETE FROM entry WHERE number = 3", 2),
            ("UPDATE counter SET entries = 7", 3),
            ("UPDATE hour SET marks = 40", 3),
            ("DELETE FROM hour", 3),
        ] as [(String, Int64)])
    func `what is wrong with sums is mended from the entries, and counting goes on`(
        _ damage: String, _ count: Int64
    ) async throws {
        let person = Person(bench.ledger)
        let robins = try await person.creates()
        for _ in 0..<3 { try await person.does(.increment(robins)) }
        let revision = try person.counter(robins).revision
        try bench.sql(damage)
        #expect(try bench.ledger.check().allSatisfy(\.isMendable))
        #expect(try await !bench.ledger.repair().isEmpty)
        #expect(try bench.ledger.check().isEmpty)
        #expect(try person.counter(robins).count == count)
        // Every device is to learn of it.
        #expect(try person.counter(robins).revision > revision)
        #expect(try await person.does(.increment(robins)).count == count + 1)
        #expect(try bench.ledger.check().isEmpty)
        #expect(try await bench.ledger.repair().isEmpty)
    }

    @Test(
        arguments: [
            (
                "UPDATE counter SET count = count + 1", "stands at 4; its entries say 3.",
                "stood at 4 and stands at 3"
            ),
            ("UPDATE counter SET entries = 7", "but an entry is lost or wrong.", "stands at 3 as before"),
            (
                "UPDATE entry SET delta = 2 WHERE number = 2", "but an entry is lost or wrong.",
                "stood at 3 and stands at 4"
            ),
        ])
    func `what is said of a wrong sum is what is wrong with it`(
        _ damage: String, _ found: String, _ mended: String
    ) async throws {
        let person = Person(bench.ledger)
        let robins = try await person.creates()
        for _ in 0..<3 { try await person.does(.increment(robins)) }
        try bench.sql(damage)
        let finding = try #require(try bench.ledger.check().first)
        #expect(finding.description.contains(found))
        #expect(try await bench.ledger.repair().first?.contains(mended) == true)
    }

    @Test func `a copy is a database of Fivebar's, as long as it says`() throws {
        let copy = bench.folder + "/copy.sqlite", other = bench.folder + "/other.sqlite"
        try bench.ledger.backUp(to: copy)
        #expect(Ledger.isCopy(copy))
        #expect(Ledger.isCopy(bench.path))
        let whole = try Data(contentsOf: URL(filePath: copy))
        for content in [Data(), Data("a copy".utf8), whole.prefix(100), whole.prefix(whole.count - 4096)] {
            try content.write(to: URL(filePath: other))
            #expect(!Ledger.isCopy(other), "\(content.count) bytes")
        }
        try FileManager.default.removeItem(atPath: other)
        #expect(!Ledger.isCopy(other))
        try bench.sql("ATTACH '\(other)' AS other; CREATE TABLE other.precious (name TEXT); DETACH other")
        #expect(FileManager.default.fileExists(atPath: other) && !Ledger.isCopy(other))
    }

    @Test func `the newest operation is the one that came last, whenever it was made`() async throws {
        #expect(try bench.ledger.newestOperation() == nil)
        let person = Person(bench.ledger)
        let robins = try await person.creates()
        try await person.does(.increment(robins), now: Moment.start.advanced(byDays: 1))
        #expect(try bench.ledger.newestOperation() == Moment.start.advanced(byDays: 1))
    }

    @Test func `an undo after a repair takes back what it was made for`() async throws {
        let person = Person(bench.ledger)
        let robins = try await person.creates()
        let lost = OperationID.fresh()
        try await person.does(.increment(robins))
        try await person.does(.increment(robins), id: lost)
        try bench.sql("DELETE FROM entry WHERE number = 2")
        _ = try await bench.ledger.repair()
        #expect(try await person.does(.increment(robins)).count == 2)
        // The third entry is not taken for the lost one.
        try await person.does(.void(robins, entry: Entry.Number(2), isVoid: true))
        #expect(try person.counter(robins).count == 2)
        #expect(try bench.ledger.check().isEmpty)
    }

    @Test func `a copy with a wrong sum is kept, and its fault told`() async throws {
        let person = Person(bench.ledger)
        try await person.does(.increment(person.creates()))
        try bench.sql("UPDATE counter SET count = 41")
        let copy = bench.folder + "/backup.sqlite"
        #expect(try bench.ledger.backUp(to: copy).count == 1)
        #expect(try Ledger(path: copy, migrating: false).check().allSatisfy(\.isMendable))
    }

    @Test func `a backup is a whole ledger of its own`() async throws {
        let person = Person(bench.ledger)
        let robins = try await person.creates()
        try await person.does(.increment(robins))
        let copy = bench.folder + "/backup.sqlite"
        try bench.ledger.backUp(to: copy)
        try await person.does(.increment(robins))
        let restored = try Ledger(path: copy, migrating: false)
        #expect(try restored.counter(robins, of: person.account).count == 1)
        let left = try FileManager.default.contentsOfDirectory(atPath: bench.folder).filter {
            $0.contains("unfinished")
        }
        #expect(left.isEmpty)
    }

    @Test func `a backup never overwrites a file`() throws {
        let file = bench.folder + "/precious"
        try Data("mine".utf8).write(to: URL(filePath: file))
        #expect(throws: BackupFault.self) { try bench.ledger.backUp(to: file) }
        #expect(FileManager.default.contents(atPath: file) == Data("mine".utf8))
    }

    @Test func `the trash is kept for 30 days and not longer`() async throws {
        let person = Person(bench.ledger)
        let robins = try await person.creates()
        try await person.does(.increment(robins))
        try await person.does(.delete(robins))
        _ = try await bench.ledger.tidy(now: .start.advanced(byDays: 30))
        #expect(try bench.ledger.trash(of: person.account, now: .start).count == 1)
        let report = try await bench.ledger.tidy(
            now: Moment(milliseconds: Moment.start.advanced(byDays: 30).milliseconds + 1))
        #expect(report.counters == 1)
        #expect(try bench.number("SELECT COUNT(*) FROM entry") == 0)
        await #expect(throws: Refusal.noSuchCounter) { try await person.does(.restore(robins)) }
    }

    @Test(arguments: [1_999, 2_001, 4_500])
    func `a counter goes with all its entries, however many`(_ entries: Int) async throws {
        let person = Person(bench.ledger), other = Person(bench.ledger)
        let long = try await longCounter(of: person, entries), kept = try await other.creates("Kept")
        #expect(try bench.ledger.check().isEmpty)
        try await person.does(.delete(long))
        let later = Moment.start.advanced(byDays: Int64(Counter.daysInTrash) + 1)
        async let tapped = other.does(.increment(kept), at: later)
        #expect(try await bench.ledger.tidy(now: later).counters == 1)
        #expect(try await tapped.count == 1)
        #expect(try bench.number("SELECT COUNT(*) FROM entry") == 1)
        #expect(try bench.number("SELECT COUNT(*) FROM hour") == 1)
        #expect(try bench.ledger.check().isEmpty)
    }

    @Test func `an account goes with all its entries, however many`() async throws {
        let person = Person(bench.ledger)
        _ = try await longCounter(of: person, 4_500)
        try bench.sql("DELETE FROM device")
        #expect(try await bench.ledger.tidy(now: .start).accounts == 1)
        #expect(try bench.number("SELECT COUNT(*) FROM book") == 0)
        #expect(try bench.number("SELECT COUNT(*) FROM entry") == 0)
        #expect(try bench.ledger.check().isEmpty)
    }

    @Test func `what a killed tidy leaves is no damage, and goes the next time`() async throws {
        _ = try await longCounter(of: Person(bench.ledger), 3_000)
        // Given up, and removed in part.
        try bench.sql("UPDATE counter SET deletedAt = 0, count = 0, entries = 0")
        try bench.sql("DELETE FROM entry WHERE number <= 2000")
        #expect(try bench.ledger.check().isEmpty)
        #expect(try await bench.ledger.tidy(now: .start).counters == 1)
        #expect(try bench.number("SELECT COUNT(*) FROM entry") == 0)
        #expect(try bench.number("SELECT COUNT(*) FROM hour") == 0)
    }

    /// A counter with entries as if somebody had tapped once an hour.
    private func longCounter(of person: Person, _ entries: Int) async throws -> Counter.ID {
        let long = try await person.creates("Long")
        try bench.sql(
            """
            WITH RECURSIVE place(number) AS (
                SELECT 1 UNION ALL SELECT number + 1 FROM place WHERE number < \(entries))
            INSERT INTO entry (counter, number, kind, delta, count, madeAt, zoneOffset, operation)
            SELECT counter.id, place.number, 'increment', 1, place.number, place.number * 3600000, 0,
                randomblob(16)
            FROM counter, place WHERE title = 'Long'
            """)
        try bench.sql("INSERT INTO hour SELECT counter, madeAt / 3600000, 1, madeAt, madeAt FROM entry")
        try bench.sql("UPDATE counter SET count = \(entries), entries = \(entries) WHERE title = 'Long'")
        return long
    }

    @Test func `a local time before 1970 is no damage`() async throws {
        let person = Person(bench.ledger)
        try await person.does(.increment(person.creates()))
        // As an import may have it: 1969-12-31T19:30:00-05:00.
        try bench.sql("UPDATE entry SET madeAt = 1800000, zoneOffset = -300")
        try bench.sql("UPDATE hour SET hour = -5, firstAt = 1800000, lastAt = 1800000")
        #expect(try bench.ledger.check().isEmpty)
    }

    @Test func `an account that was tried once and left empty goes after a month, one with a counter stays`()
        async throws
    {
        let tried = Person(bench.ledger)
        try await tried.does(.delete(tried.creates()))
        // Somebody typed its title, and nobody tapped it yet.
        let titled = Person(bench.ledger)
        _ = try await titled.creates()
        let used = Person(bench.ledger)
        try await used.does(.increment(used.creates()))
        // Its count stands at zero, and its history does not.
        let reset = Person(bench.ledger), counter = try await reset.creates()
        try await reset.does(.increment(counter))
        try await reset.does(.reset(counter, seen: nil))
        let recoverable = Person(bench.ledger)
        try await recoverable.does(.delete(recoverable.creates()))
        try await bench.ledger.setRecovery(recoverable.token, of: recoverable.account, by: nil, at: .start)

        #expect(try await bench.ledger.tidy(now: .start.advanced(byDays: 29)).accounts == 0)
        #expect(try await bench.ledger.tidy(now: .start.advanced(byDays: 31)).accounts == 1)
        #expect(try bench.ledger.visitor(tried.token) == nil)
        #expect(try bench.ledger.visitor(titled.token) != nil)
        #expect(try bench.ledger.visitor(used.token) != nil)
        #expect(try bench.ledger.visitor(reset.token) != nil)
        #expect(try bench.ledger.visitor(recoverable.token) != nil)
    }

    @Test func `what nobody can open any more goes with its last session`() async throws {
        let person = Person(bench.ledger)
        try await person.does(.increment(person.creates()))
        #expect(
            try await bench.ledger.tidy(now: .start.advanced(byDays: 400), trustingClock: true).accounts == 0)
        let report = try await bench.ledger.tidy(now: .start.advanced(byDays: 402))
        #expect(report.accounts == 1)
        #expect(report.devices == 1)
        #expect(try bench.number("SELECT COUNT(*) FROM operation") == 0)
    }

    @Test func `a device that opens no page is kept while it counts`() async throws {
        let person = Person(bench.ledger)
        let robins = try await person.creates()
        for days: Int64 in [200, 201, 400] {
            try await person.does(.increment(robins), now: Moment.start.advanced(byDays: days))
        }
        let report = try await bench.ledger.tidy(now: .start.advanced(byDays: 800), trustingClock: true)
        #expect(report.devices == 0 && report.accounts == 0)
        #expect(try person.counter(robins).count == 3)
        #expect(
            try bench.ledger.devices(of: person.account).map(\.seenAt) == [.start.advanced(byDays: 400)])
    }

    @Test func `the id of an account that is gone is not given to another`() async throws {
        let gone = Person(bench.ledger), newcomer = Person(bench.ledger)
        try await gone.does(.delete(gone.creates()))
        let account = try gone.account
        #expect(try await bench.ledger.tidy(now: .start.advanced(byDays: 31)).accounts == 1)
        _ = try await newcomer.creates()
        #expect(try newcomer.account != account)
    }
}
