// Exported counters are imported unchanged, and only once.

import Foundation
import Ledger
import Testing

@Suite struct TransferTests {
    let bench: Bench
    let person: Person
    /// Another Fivebar.
    let elsewhere: Bench

    init() throws {
        bench = try Bench()
        elsewhere = try Bench()
        person = Person(bench.ledger)
    }

    /// Everything of the person's, as a file.
    func export(_ format: ArchiveFormat, of someone: Person? = nil, part: Int? = nil) throws
        -> [UInt8]
    {
        let someone = someone ?? person
        let export = try someone.ledger.export(of: someone.account, part: part)
        var writer = format.writer
        var text = writer.begin()
        for piece in export.pieces {
            text += writer.add(piece.counter, count: piece.count)
            var written = 0
            while case let entries = try someone.ledger.entries(of: piece, after: written, limit: 3),
                !entries.isEmpty
            {
                for entry in entries { text += writer.add(entry) }
                written += entries.count
            }
        }
        return Array((text + writer.end()).utf8)
    }

    @discardableResult
    func take(_ file: [UInt8], by someone: Person, id: OperationID = .fresh()) async throws -> Archive {
        let archive = try ArchiveFormat.read(file, now: .start)
        try await someone.does(.importArchive(archive), id: id)
        return archive
    }

    /// Counters with every kind of entry, and titles that a file could stumble over.
    func fill() async throws -> [Counter.ID] {
        let one = try await person.creates("=SUM(A1), \"quoted\"; 'and' 👩‍👩‍👧‍👦 שלום \u{301}")
        let two = try await person.creates("'-leading"), three = try await person.creates("東京")
        for _ in 0..<7 { try await person.does(.increment(one)) }
        try await person.does(.decrement(one, by: 2))
        try await person.does(.void(one, entry: 3, isVoid: true))
        try await person.does(.annotate(one, entry: 2, note: "@noon, \"by the door\"\tor so"))
        // Two that do not know of each other, together longer than one may be.
        for note in ["wren ", "robin "] {
            let long = String(repeating: note, count: 80)
            try await person.does(.annotate(one, entry: 4, note: long, seen: ""))
        }
        try await person.does(.reset(one, seen: 4))
        try await person.does(.void(one, entry: 3, isVoid: false))
        try await person.does(.set(one, count: .max))
        try await person.does(.increment(one))
        try await person.does(.void(one, entry: 10, isVoid: true))
        try await person.does(.setStep(two, step: 25))
        try await person.does(.increment(two), at: Moment(milliseconds: 86_399_999))
        try await person.does(.restyle(two, .zheng))
        try await person.does(.recolor(three, color: 6))
        try await person.does(.collapse(three, isCollapsed: true))
        try await person.does(.move(three, after: nil))
        return [one, two, three]
    }

    @Test(arguments: ArchiveFormat.allCases)
    func `what was exported, imported elsewhere and exported again is the same to the byte`(
        _ format: ArchiveFormat
    ) async throws {
        let ids = try await fill()
        let file = try export(format)
        let other = Person(elsewhere.ledger)
        try await take(file, by: other)
        #expect(
            try String(decoding: export(format, of: other), as: UTF8.self)
                == String(decoding: file, as: UTF8.self))
        for other in ArchiveFormat.allCases {
            #expect(
                try ArchiveFormat.read(export(other), now: .start) == ArchiveFormat.read(file, now: .start))
        }
        let counters = try other.ledger.counters(of: other.account)
        #expect(try Set(counters.map(\.title)) == Set(ids.map { try person.counter($0).title }))
        #expect(try Set(counters.map(\.count)) == Set(ids.map { try person.counter($0).count }))
        #expect(try other.ledger.check().isEmpty)
    }

    @Test(arguments: ArchiveFormat.allCases)
    func `after the last colour comes the first, so that every file can be read again`(
        _ format: ArchiveFormat
    ) async throws {
        let last = try await person.creates()
        try await person.does(.recolor(last, color: Int(Int32.max)))
        let next = try await person.creates()
        #expect(try person.counter(next).color == 0)
        #expect(try ArchiveFormat.read(export(format), now: .start).counters.count == 2)
    }

    @Test(arguments: ArchiveFormat.allCases)
    func `what is there already is not taken twice`(_ format: ArchiveFormat) async throws {
        _ = try await fill()
        let file = try export(format)
        let archive = try ArchiveFormat.read(file, now: .start)
        let plan = try bench.ledger.plan(for: archive, of: person.account, now: .start)
        #expect(plan.allSatisfy { $0.fate == .staysAsItIs && $0.entries == 0 })
        for _ in 0..<2 { try await take(file, by: person) }
        #expect(try export(format) == file)
        #expect(try bench.ledger.check().isEmpty)
    }

    @Test func `an older file brings back what was lost, and leaves what came since`() async throws {
        let robins = try await person.creates()
        for _ in 0..<3 { try await person.does(.increment(robins)) }
        let early = try export(.csv)
        for _ in 0..<2 { try await person.does(.increment(robins)) }
        let late = try export(.csv)

        let other = Person(elsewhere.ledger)
        try await take(early, by: other)
        let copy = try #require(try other.ledger.counters(of: other.account).first).id
        #expect(try other.counter(copy).count == 3)
        try await take(late, by: other)
        #expect(try export(.csv, of: other) == late)
        try await take(early, by: other)
        #expect(try export(.csv, of: other) == late)
        #expect(try other.ledger.check().isEmpty)
    }

    @Test func `of a counter with many entries a file with a few is known again, and adds only what is new`()
        async throws
    {
        let robins = try await person.creates()
        for _ in 0..<3 { try await person.does(.increment(robins)) }
        try await person.does(.void(robins, entry: 2, isVoid: true))
        try await person.does(.annotate(robins, entry: 3, note: "by the door"))
        let early = try export(.csv)
        let other = Person(elsewhere.ledger)
        try await take(early, by: other)
        for _ in 0..<40 { try await person.does(.increment(robins)) }
        let late = try export(.csv)
        try await take(early, by: person)
        #expect(try export(.csv) == late)

        let copy = try #require(try other.ledger.counters(of: other.account).first).id
        try await other.does(.increment(copy, by: 100))
        try await other.does(.void(copy, entry: 1, isVoid: true))
        try await take(try export(.csv, of: other), by: person)
        #expect(try person.counter(robins).count == 42 + 100 - 1)
        #expect(try bench.ledger.check().isEmpty)
    }

    @Test func `two that went on apart are put together, and no count falls below 0`() async throws {
        let robins = try await person.creates()
        for _ in 0..<3 { try await person.does(.increment(robins)) }
        let other = Person(elsewhere.ledger)
        try await take(try export(.json), by: other)
        let copy = try #require(try other.ledger.counters(of: other.account).first).id
        try await other.does(.decrement(copy, by: 3))
        try await other.does(.increment(copy, by: 10))
        try await person.does(.decrement(robins, by: 2))
        try await take(try export(.json, of: other), by: person)
        // 3 − 2, then 1 of the 3, then 10.
        #expect(try person.counter(robins).count == 10)
        #expect(try bench.ledger.check().isEmpty)
        try await take(try export(.json, of: other), by: person)
        #expect(try person.counter(robins).count == 10)
    }

    @Test func `a counter in the trash comes back with its file`() async throws {
        let robins = try await person.creates()
        try await person.does(.increment(robins))
        let file = try export(.csv)
        try await person.does(.delete(robins))
        let plan = try bench.ledger.plan(
            for: ArchiveFormat.read(file, now: .start), of: person.account, now: .start)
        #expect(plan.map(\.fate) == [.isRestored])
        try await take(file, by: person)
        #expect(try export(.csv) == file)
        #expect(try person.counter(robins).count == 1)
    }

    @Test func `another account's counters are its own`() async throws {
        let robins = try await person.creates()
        try await person.does(.increment(robins))
        let other = Person(bench.ledger)
        _ = try await other.creates("Wrens")
        try await take(try export(.json), by: other)
        #expect(try bench.ledger.counters(of: other.account).map(\.title) == ["Wrens", "Robins"])
        let account = try other.account
        _ = try await person.creates("Owls")
        let foreign = try await person.creates("Finches")
        #expect(throws: Refusal.noSuchCounter) { try bench.ledger.export(of: account, counter: foreign) }
        #expect(try person.counter(robins).count == 1)
    }

    @Test func `an upload is kept for its account, in the place of the one before, for a day`() async throws {
        _ = try await person.creates()
        let first = Upload(id: .fresh(), name: "a.csv", content: [1, 2]),
            second = Upload(id: .fresh(), name: "b", content: [3])
        let author = Author.anyone(person.token, or: Newcomer(token: person.token, address: "192.0.2.1"))
        for upload in [first, second] {
            let receipt = try await bench.ledger.keep(upload, by: author, now: .start, limit: person.limit)
            #expect(try receipt.account == person.account && !receipt.isNewcomer)
        }
        let account = try person.account
        #expect(try bench.ledger.upload(first.id, of: account) == nil)
        #expect(try bench.ledger.upload(second.id, of: account) == second)
        #expect(try bench.ledger.upload(second.id, of: account + 1) == nil)
        _ = try await bench.ledger.tidy(now: .start.advanced(byDays: 2))
        #expect(try bench.ledger.upload(second.id, of: account) == nil)
    }
}

extension Bench {
    /// Makes a long history: the counter's last entry again and again, each by an operation of its own.
    func repeatLastEntry(of counter: Counter.ID, times: Int) throws {
        try sql(
            """
            WITH RECURSIVE place(ahead) AS (SELECT 1 UNION ALL SELECT ahead + 1 FROM place WHERE ahead < \(times))
            INSERT INTO entry (counter, number, kind, delta, count, madeAt, zoneOffset, operation)
            SELECT entry.counter, entry.number + ahead, kind, delta, entry.count + ahead * delta, madeAt, zoneOffset, randomblob(16)
            FROM place JOIN counter ON counter.id = \(counter)
            JOIN entry ON entry.counter = counter.id AND entry.number = counter.entries;
            UPDATE counter SET entries = entries + \(times), count = (
                SELECT entry.count FROM entry WHERE entry.counter = counter.id ORDER BY number DESC LIMIT 1)
                WHERE id = \(counter);
            DELETE FROM hour WHERE counter = \(counter);
            INSERT INTO hour SELECT counter, (madeAt + zoneOffset * 60000) / 3600000, SUM(delta), MIN(madeAt), MAX(madeAt)
                FROM entry WHERE counter = \(counter) AND kind IN ('increment', 'decrement') GROUP BY 1, 2;
            """)
    }
}
