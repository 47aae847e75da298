// What a goal's page counts its figures from without a network, as long as a change to a day is not saved.

import Ledger

/// Of the days whose dots are not drawn, what the figures of a goal have to know.
struct GoalCounts: Sendable {
    /// How many of them are done, and how many were there to be done so far.
    let done: Int
    let soFar: Int
    /// The days done right before the first one with a dot; nil where no streak up to today can be told from them.
    let streak: Int?

    /// - Parameters:
    ///   - shown: The days with dots.
    ///   - progress: As of `today`.
    init(_ record: GoalRecord, shown: ClosedRange<CivilDay>, _ progress: GoalProgress, today: CivilDay) {
        let goal = record.goal, last = min(today, goal.end)
        var done = progress.done, soFar = max(0, last.number - goal.start.number + 1), streak = 0
        if last == today, soFar > 0, !record.isDone(today), !shown.contains(today) { soFar -= 1 }
        if shown.lowerBound <= last {
            for number in shown.lowerBound.number...min(shown.upperBound, last).number {
                soFar -= 1
                if record.isDone(CivilDay(number: number)) { done -= 1 }
            }
        }
        var day = min(shown.lowerBound.adding(-1), last)
        // Today can still be done.
        if day == today, !record.isDone(day) { day = day.adding(-1) }
        while day >= goal.start, record.isDone(day) {
            streak += 1
            day = day.adding(-1)
        }
        self.done = done
        self.soFar = soFar
        // Of an earlier year's dots it cannot be told.
        self.streak = last <= shown.upperBound ? streak : nil
    }

    /// The first of these numbers that a language treats like another one tells the form of its words.
    private static let samples: [Int64] = [1, 2, 5]

    /// Attributes of the figures' element (goals/figures.js), with the words around the figures.
    func attributes(of record: GoalRecord, today: CivilDay, _ words: Words) -> String {
        let goal = record.goal, days = Int64(goal.days)
        var values = [
            ("days", String(goal.days)), ("done", String(done)), ("so-far", String(soFar)),
            ("streak", streak.map { String($0) } ?? ""), ("over", goal.end < today ? "yes" : ""),
            ("words-of-days", words(.goalOfDays, number: days)),
            ("words-sum", words(.goalSum, "{number}", words.number(days))),
        ]
        if let follows = goal.follows {
            // Taps that wait are added to it (goals/waiting/following.js).
            values += [
                ("follows", String(follows.counter)), ("target", String(follows.target)),
                ("counted", String(record.counted[today] ?? 0)), ("counted-on", today.description),
                ("is-marked", record.marked.contains(today) ? "yes" : ""),
            ]
        }
        return Self.attributes(values + Self.wordsOfAll(words))
    }

    /// The words of any goal, for one that a browser fills in itself: also those of each number of days.
    static func attributesOfBlank(_ words: Words) -> String {
        let ofDays = samples.map {
            words(.goalOfDays, number: $0).replacing(words.number($0), with: "{number}")
        }
        return attributes(
            wordsOfAll(words) + [
                ("words-of-days", ofDays.joined(separator: "|")),
                ("words-sum", words(.goalSum, "{number}", "{days}")), ("words-over", words[.goalsOver]),
            ])
    }

    private static func wordsOfAll(_ words: Words) -> [(String, String)] {
        [
            ("words-percent", words(.goalPercent, "{number}")), ("words-so-far", words[.goalSoFar]),
            ("words-streak", samples.map { words(.goalStreakLabel, number: $0) }.joined(separator: "|")),
        ]
    }

    private static func attributes(_ values: [(String, String)]) -> String {
        values.map { " data-\($0.0)=\"\($0.1.htmlEscaped)\"" }.joined()
    }
}
