import Foundation
import NIOCore
import Testing

@testable import Site

@Suite struct JSONWriterTests {
    private struct Sample: JSONValue {
        var text = ""
        var missing: String?
        var numbers: [Int64] = []
        var notes: [String: String] = [:]

        func write(to json: inout JSONWriter) {
            json.object {
                $0.member("missing", missing)
                $0.member("text", text)
                $0.member("numbers", numbers)
                $0.member("notes", notes)
                $0.member("isLast", true)
            }
        }
    }

    private struct Read: Decodable, Equatable {
        let text: String
        let numbers: [Int64]
        let notes: [String: String]
        let isLast: Bool
    }

    private func read(_ sample: Sample) throws -> Read {
        try JSONDecoder().decode(Read.self, from: Data(buffer: JSONWriter(sample).text))
    }

    @Test func `every text is read as it was written`() throws {
        let controls = String(String.UnicodeScalarView((0..<0x21).compactMap(Unicode.Scalar.init)))
        for text in [
            "", "Coffee", #"" \ / \" \u0041"#, controls, "\u{7F}\u{2028}\u{FEFF}", "👨‍👩‍👧 שלום e\u{301} 東京",
            "</script>",
        ] {
            let read = try read(Sample(text: text, notes: [text: text]))
            #expect(Array(read.text.utf8) == Array(text.utf8))
            #expect(read.notes == [text: text])
        }
    }

    @Test func `numbers keep their last digit, and what has no value is left out`() throws {
        let numbers: [Int64] = [.min, -1, 0, .max]
        #expect(try read(Sample(numbers: numbers)).numbers == numbers)
        #expect(!String(buffer: JSONWriter(Sample()).text).contains("missing"))
    }

    @Test func `arrays and objects in each other have their commas`() throws {
        struct Nested: JSONValue {
            func write(to json: inout JSONWriter) {
                json.object {
                    $0.member("none", [Sample]())
                    $0.member("two", [["a"], [], ["b", "c"]])
                    $0.member("end", [Sample(), Sample()])
                }
            }
        }
        let sample = #"{"text":"","numbers":[],"notes":{},"isLast":true}"#
        #expect(
            String(buffer: JSONWriter(Nested()).text)
                == #"{"none":[],"two":[["a"],[],["b","c"]],"end":[\#(sample),\#(sample)]}"#)
    }

    @Test func `nothing that an answer has is left out`() throws {
        let receipt = OperationsAnswer.Receipt(
            id: "", status: "", reason: "", problem: "", revision: 1, counter: 1, count: "", deleted: true,
            goal: 1)
        let day = GoalAnswer(
            goal: 1, day: "", state: "", percent: "", percentLabel: "", streak: "", streakLabel: "", sum: "",
            isCompleted: true, revision: 1, dot: "", notice: "")
        let counter = ChangesAnswer.CounterState(
            counter: 1, origin: "", title: "", color: 1, style: "", step: 1, collapsed: true, count: "",
            rank: "",
            revision: 1, deleted: true)
        let goal = ChangesAnswer.GoalState(
            goal: 1, origin: "", name: "", color: 1, start: "", end: "", reminder: 1, counter: 1, target: 1,
            archived: true, rank: "", revision: 1, done: [], reached: [], notes: [:])
        let gone = ChangesAnswer.Gone(counter: 1, goal: 1, origin: "")
        let settings = ChangesAnswer.Settings(dayStart: 1, weekStart: 1)
        let answers: [any JSONValue] = [
            receipt, day, counter, goal, gone, settings,
            OperationsAnswer(revision: 1, receipts: [receipt], counters: [], days: [day]),
            ChangesAnswer(
                revision: 1, after: 1, more: true, startOver: true, counters: [counter], goals: [goal],
                gone: [gone], settings: settings),
        ]
        for answer in answers {
            let json = try JSONSerialization.jsonObject(with: Data(buffer: JSONWriter(answer).text))
            let names = try #require(json as? [String: Any]).keys
            #expect(Set(names) == Set(Mirror(reflecting: answer).children.compactMap(\.label)))
        }
    }
}
