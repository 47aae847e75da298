// What is too much for one file comes back from several.

import Ledger
import Testing

extension TransferTests {
    @Test func `a file in parts comes back part by part, in their order`() async throws {
        let robins = try await person.creates(), wrens = try await person.creates("Wrens")
        try await person.does(.increment(robins))
        try bench.repeatLastEntry(of: robins, times: 50_003)
        try await person.does(.void(robins, entry: 2, isVoid: true))
        try await person.does(.increment(wrens))
        let whole = try export(.json)
        #expect(try bench.ledger.exportOffer(of: person.account).parts == 2)
        let first = try export(.json, part: 1), second = try export(.json, part: 2)
        #expect(throws: Refusal.noSuchCounter) { try export(.json, part: 3) }

        let other = Person(elsewhere.ledger)
        let mine = try await other.creates("Mine")
        let early = try ArchiveFormat.read(second, now: .start)
        #expect(throws: ArchiveFault(.earlierPartIsMissing, at: .entry(0, ofCounter: 1))) {
            try other.ledger.plan(for: early, of: other.account, now: .start)
        }
        try await other.does(.delete(mine))
        try await take(first, by: other)
        try await take(second, by: other)
        #expect(try export(.json, of: other) == whole)
        #expect(try other.ledger.check().isEmpty)
    }

    @Test(arguments: ArchiveFormat.allCases)
    func `a part that begins at 0 comes back, too`(_ format: ArchiveFormat) async throws {
        let robins = try await person.creates()
        try await person.does(.increment(robins))
        for _ in 0..<2 { try await person.does(.decrement(robins)) }
        try bench.repeatLastEntry(of: robins, times: 50_000)
        try await person.does(.increment(robins))
        try await person.does(.void(robins, entry: 1, isVoid: true))
        let whole = try export(format)
        #expect(try bench.ledger.exportOffer(of: person.account).parts == 2)
        let other = Person(elsewhere.ledger)
        for part in 1...2 { try await take(try export(format, part: part), by: other) }
        #expect(try export(format, of: other) == whole)
        #expect(try other.ledger.check().isEmpty)
    }

    @Test(arguments: [true, false])
    func `each part can be taken in, however long titles and notes are`(isTitle: Bool) async throws {
        let robins = try await person.creates(isTitle ? String(repeating: "\u{7fbd}", count: 200) : "Robins")
        try await person.does(.increment(robins))
        try bench.repeatLastEntry(of: robins, times: 18_000)
        if !isTitle {
            let note = String(repeating: "\u{7fbd}\"", count: 250)
            try bench.sql(
                "INSERT INTO note SELECT counter, number, '\(note)' FROM entry WHERE number > 6000 AND number % 2"
            )
        }
        let count = try bench.ledger.exportOffer(of: person.account).parts
        #expect((2...5).contains(count))
        var entries = 0
        for part in 1...count {
            #expect(try export(.csv, part: part).count < Archive.largestFile)
            let json = try export(.json, part: part)
            #expect(json.count < Archive.largestFile)
            entries += try ArchiveFormat.read(json, now: .start).counters.reduce(0) { $0 + $1.entries.count }
        }
        #expect(entries == 18_001)
    }
}
