// The figures that a browser counts from a goal's dots are the server's, whichever year is shown.

import Foundation
import Testing

@testable import Ledger
@testable import Site

@Suite struct GoalCountsTests {
    /// Three years and a half from 1970-06-20 on.
    private static let first = CivilDay(number: 170)
    private static let days = 1_300

    private func record(marked: Set<CivilDay>) -> GoalRecord {
        let goal = Goal(
            id: 1, name: "Read", color: 0, start: Self.first, end: Self.first.adding(Self.days - 1),
            reminder: nil,
            follows: nil, isArchived: false, rank: 0, revision: 1)
        return GoalRecord(goal: goal, marked: marked, noted: [], counted: [:])
    }

    private func value(_ name: String, in attributes: String) -> Int? {
        let parts = attributes.components(separatedBy: " data-\(name)=\"")
        return parts.dropFirst().first.flatMap { Int($0.prefix { $0 != "\"" }) }
    }

    /// As goals/figures.js counts: done, days so far, and the streak, if it can be told.
    private func counted(_ record: GoalRecord, shown: ClosedRange<CivilDay>, today: CivilDay, _ words: Words)
        throws
        -> [Int?]
    {
        let counts = GoalCounts(record, shown: shown, record.progress(today: today), today: today)
            .attributes(of: record, today: today, words)
        var done = try #require(value("done", in: counts)), soFar = try #require(value("so-far", in: counts))
        var streak = value("streak", in: counts)
        for number in shown.lowerBound.number...shown.upperBound.number where number <= today.number {
            let day = CivilDay(number: number), isDone = record.isDone(day)
            if day == today, !isDone { continue }
            soFar += 1
            done += isDone ? 1 : 0
            streak = streak.map { isDone ? $0 + 1 : 0 }
        }
        return [done, soFar, streak]
    }

    /// Before its first day, on it, in each of its years, at the turns of years, on its last day and after that.
    @Test(arguments: [-3, 0, 1, 100, 194, 195, 196, 700, 1_298, 1_299, 1_300, 2_000])
    func `they are the server's, whichever year's dots are shown`(_ place: Int) throws {
        let words = try Words(
            Catalog(path: Place.home + "/Views/Language/Localizable.xcstrings", language: "en"))
        let today = Self.first.adding(place)
        let chains = [
            [0...0], [place - 3...place], [place - 400...place - 1], [1_290...1_299, 100...300], [],
        ]
        for chain in chains {
            let record = record(marked: Set(chain.joined().map { Self.first.adding($0) }))
            let years = try #require(GoalYears(of: record.goal, asked: nil, today: today))
            for year in years.before + [years.shown] + years.after {
                let progress = record.progress(today: today)
                let found = try counted(record, shown: year.days, today: today, words)
                #expect(found[0] == progress.done)
                let done = found[0] ?? 0, soFar = found[1] ?? 0
                #expect((soFar > 0 ? done * 100 / soFar : nil) == progress.percent)
                if let streak = found[2] { #expect(streak == progress.streak) }
                // The page on which one marks today tells it.
                if year == years.shown { #expect(found[2] != nil) }
            }
        }
    }
}
