// What devices cannot request: changes that only an undo makes, and that are not validated again.

import Testing

@testable import Ledger

@Suite struct ForgedChangesTests {
    private static let made = OperationID.fresh().text

    @Test(arguments: [
        #""kind":"rename","change":{"counter":1,"title":"","replacing":"\#(made)"}"#,
        #""kind":"annotate","change":{"counter":1,"entry":1,"note":"a","replacing":"\#(made)"}"#,
        #""kind":"void","change":{"counter":1,"entry":1,"void":true,"replacing":"\#(made)"}"#,
        #""kind":"retime","change":{"counter":1,"entry":1,"at":1,"offset":0,"replacing":"\#(made)"}"#,
        #""kind":"moveCounter","change":{"counter":1,"replacing":"\#(made)"}"#,
        #""kind":"editGoal","change":{"goal":1,"name":"","replacing":"\#(made)"}"#,
        #""kind":"markDay","change":{"goal":1,"day":"2999-01-01","done":true,"replacing":"\#(made)"}"#,
        #""kind":"noteDay","change":{"goal":1,"day":"2026-11-21","note":"a","replacing":"\#(made)"}"#,
        #""kind":"setDayStart","change":{"hour":3,"replacing":"\#(made)"}"#,
        #""kind":"collapseAll","change":{"collapsed":true,"among":[1]}"#,
    ])
    func `a change that only an undo makes is refused, and only that one`(_ forged: String) throws {
        let good = #""kind":"increment","change":{"counter":1}"#
        let list = [good, forged, good].map { #"{"id":"\#(OperationID.fresh().text)",\#($0)}"# }
        let read = try Operation.list(from: Array("[\(list.joined(separator: ","))]".utf8), now: .start)
        #expect(read.map(\.refusal) == [nil, .changeIsUnreadable, nil])
    }

    @Test func `what only the schema rejects is refused by itself`() async throws {
        let bench = try Bench(), person = Person(bench.ledger)
        let robins = try await person.creates()
        // As if a check of ours had been forgotten.
        try bench.sql(
            """
            CREATE TRIGGER forgotten BEFORE UPDATE OF title ON counter
            BEGIN SELECT RAISE(ABORT, 'no such title'); END
            """)
        let operations = [Change.increment(robins), .rename(robins, title: "Wrens"), .increment(robins)].map {
            Operation(id: .fresh(), mayBeRepeated: true, change: $0, madeAt: .start, zoneOffset: 0)
        }
        let list = try await bench.ledger.apply(
            operations, by: .device(person.token), now: .start, limit: Limits())
        #expect(list.answers[1] == .refused(operations[1].id, .changeIsUnreadable))
        #expect(try person.counter(robins).count == 2)
    }
}
