// What a goal's page counts its figures from without a network, as long as a change to a day is not saved.

import Ledger

/// Of the days whose dots are not on the page, what its figures have to know, and the words around the figures.
struct GoalCounts: Sendable {
    /// Attributes of the figures' element (goals/figures.js).
    let attributes: String

    /// The first of these numbers that a language treats like another one tells the form of its words.
    private static let samples: [Int64] = [1, 2, 5]

    /// - Parameters:
    ///   - shown: The days with dots.
    ///   - progress: As of `today`.
    init(
        _ record: GoalRecord, shown: ClosedRange<CivilDay>, _ progress: GoalProgress, today: CivilDay,
        _ words: Words
    ) {
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
        let days = Int64(goal.days)
        var values = [
            ("days", String(goal.days)), ("done", String(done)), ("so-far", String(soFar)),
            // Of an earlier year's dots no streak up to today can be told.
            ("streak", last <= shown.upperBound ? String(streak) : ""),
            ("over", goal.end < today ? "yes" : ""),
            ("words-percent", words(.goalPercent, "{number}")), ("words-so-far", words[.goalSoFar]),
            ("words-of-days", words(.goalOfDays, number: days)),
            ("words-sum", words(.goalSum, "{number}", words.number(days))),
            ("words-streak", Self.samples.map { words(.goalStreakLabel, number: $0) }.joined(separator: "|")),
        ]
        if let follows = goal.follows {
            // Taps that wait are added to it (goals/waiting/following.js).
            values += [
                ("follows", String(follows.counter)), ("target", String(follows.target)),
                ("counted", String(record.counted[today] ?? 0)), ("counted-on", today.description),
                ("is-marked", record.marked.contains(today) ? "yes" : ""),
            ]
        }
        attributes = values.map { " data-\($0.0)=\"\($0.1.htmlEscaped)\"" }.joined()
    }
}
