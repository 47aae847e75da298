// A month's dots that are taken from the cache are those that would be drawn.

import Testing

@testable import Ledger
@testable import Site

@Suite struct GoalMonthTests {
    /// The same few days in most of them, so that many months are found that were drawn for another goal or day.
    private func records() -> [GoalRecord] {
        let starts = [(2024, 12, 20), (2025, 1, 1), (2025, 1, 15)]
        let marks: [Set<Int>] = [[], [0, 1, 15], [15, 31]]
        var records: [GoalRecord] = []
        for (year, month, day) in starts {
            let start = CivilDay(year: year, month: month, day: day) ?? CivilDay(number: 0)
            for id in 1...2 {
                for days in [1, 20, 400, 800] {
                    for marked in marks {
                        for noted in marks {
                            let goal = Goal(
                                id: Int64(id), name: "Read", color: 0, start: start,
                                end: start.adding(days - 1),
                                reminder: nil, follows: .init(counter: 1, target: 100), isArchived: false,
                                rank: 0,
                                revision: 1)
                            records.append(
                                GoalRecord(
                                    goal: goal, marked: Set(marked.map(start.adding)),
                                    noted: Set(noted.map(start.adding)),
                                    counted: [start.adding(3): Int64(id * 10 + days)]))
                        }
                    }
                }
            }
        }
        return records
    }

    @Test func `a month that was drawn before is as it would be drawn`() throws {
        let links = Links(base: "", build: "")
        let todays = [(2024, 12, 31), (2025, 1, 1), (2025, 1, 20), (2025, 2, 1), (2026, 1, 2)].compactMap {
            CivilDay(year: $0, month: $1, day: $2)
        }
        let languages = try ["en", "en-US", "ja"].map {
            try Words(Catalog(path: Place.home + "/Views/Language/Localizable.xcstrings", language: $0))
        }
        var drawn: [GoalMonth: String] = [:], found = 0
        for record in records() {
            for today in todays {
                for words in languages {
                    var days = 0
                    for month in record.months(in: record.goal.start...record.goal.end, today: today, words) {
                        let dots = record.dots(in: month, today: today, words, links)
                        if let before = drawn[month] {
                            found += 1
                            #expect(before == dots)
                        }
                        drawn[month] = dots
                        days += dots.matches(of: /<li/).count
                    }
                    #expect(days == record.goal.days)
                }
            }
        }
        #expect(found > 1000)
    }

    @Test func `days outside of the goal are not drawn`() throws {
        let words = try Words(
            Catalog(path: Place.home + "/Views/Language/Localizable.xcstrings", language: "en"))
        for record in records().prefix(30) {
            let start = record.goal.start, end = record.goal.end
            #expect(record.months(in: start.adding(-40)...start.adding(-1), today: start, words).isEmpty)
            #expect(record.months(in: end.adding(1)...end.adding(40), today: start, words).isEmpty)
            #expect(record.dots(start.adding(-1)...start.adding(-1), today: start, words).isEmpty)
        }
    }
}
