// The CSV file of BetterCounter.

import Foundation
import Testing

@testable import Ledger

@Suite struct BetterCounterTests {
    let bench: HabitsBench

    init() throws { bench = try HabitsBench() }

    private func archive(_ text: String) throws -> Archive {
        guard case .counters(let archive) = try bench.read(Array(text.utf8)) else {
            throw ArchiveFault(.formatIsUnknown)
        }
        return archive
    }

    private static let noon: Int64 = 1_782_907_200_000
    private static let file = """
        Coffee, black,\(noon + 5_000),\(noon),\(noon)
        Nothing yet
        Coffee, black,\(noon)
        7,8,\(noon)

        """

    @Test func `each time is a tap, in order, with the reader's zone`() throws {
        let counters = try archive(Self.file).counters
        #expect(counters.map(\.title) == ["Coffee, black", "Nothing yet", "Coffee, black", "7,8"])
        #expect(counters.map(\.count) == [3, 0, 1, 1])
        #expect(
            counters[0].entries.map(\.madeAt.milliseconds) == [Self.noon, Self.noon, Self.noon + 5_000])
        #expect(counters[0].createdAt.milliseconds == Self.noon)
        #expect(counters[0].entries.allSatisfy { $0.delta == 1 && $0.zoneOffset == 60 })
    }

    @Test func `a second import counts nothing, and a later file what is new`() async throws {
        let person = bench.person
        try await person.does(.importArchive(archive(Self.file)))
        func fates(_ text: String) throws -> [ImportFate] {
            try bench.bench.ledger.plan(
                for: archive(text), of: person.account, now: .start, limits: person.limit
            )
            .map(\.fate)
        }
        #expect(try fates(Self.file) == [.staysAsItIs, .staysAsItIs, .staysAsItIs, .staysAsItIs])
        let later = Self.file.replacingOccurrences(of: "Nothing yet", with: "Nothing yet,\(Self.noon)")
        #expect(try fates(later) == [.staysAsItIs, .grows, .staysAsItIs, .staysAsItIs])
        try await person.does(.importArchive(archive(later)))
        #expect(try bench.bench.ledger.counters(of: person.account).map(\.count) == [3, 1, 1, 1])
        #expect(try bench.bench.ledger.check().isEmpty)
    }

    @Test func `a file of more taps than are read at once is refused, and says so`() {
        let text = "a" + String(repeating: ",\(Self.noon)", count: 200_001)
        #expect(throws: ArchiveFault(.hasTooManyEntries)) { try archive(text) }
    }

    @Test func `names that no counter can have are cut or replaced`() throws {
        let long = String(repeating: "a", count: 300)
        let titles = try archive("\(long),\(Self.noon)\n,\(Self.noon)\n").counters.map(\.title)
        #expect(titles == [String(long.prefix(200)), "BetterCounter"])
    }

    @Test(arguments: [
        ("a,b\n1,2\n", ArchiveFault(.formatIsUnknown)),
        ("hello\n", ArchiveFault(.formatIsUnknown)),
        ("a,1782907200000,x\n", ArchiveFault(.formatIsUnknown)),
        ("a,1782907200000,x,1782907200000\n", ArchiveFault(.valueIsWrong(field: "ms"), at: .line(1))),
        ("a,9223372036854775807\n", ArchiveFault(.timeIsWrong, at: .line(1))),
        ("a,1782907200000\nb,4070908800000\n", ArchiveFault(.timeIsWrong, at: .line(2))),
    ]) func `what is no such file, and what cannot be, is refused`(_ text: String, _ fault: ArchiveFault) {
        #expect(throws: fault) { try archive(text) }
    }
}
