// A goal's page: the header with its figures, and its grid of dots.

import Ledger
import NIOCore

/// The page, rendered with gaps for everything that differs between two goals.
struct GoalPage: Page {
    static let template = "Goals/goal"

    enum Gap: String, Sendable {
        case id, name, color, percent, percentLabel, streak, streakLabel, sum, counts, dates, length,
            completed,
            archived, revision, today, dayStart, before, dots,
            after, zone, zoneSentence
        case appearance, browserColors, following
    }

    let id = Skeleton.gap(Gap.id)
    let name = Skeleton.gap(Gap.name)
    let color = Skeleton.gap(Gap.color)
    let percent = Skeleton.gap(Gap.percent)
    let percentLabel = Skeleton.gap(Gap.percentLabel)
    let streak = Skeleton.gap(Gap.streak)
    let streakLabel = Skeleton.gap(Gap.streakLabel)
    let sum = Skeleton.gap(Gap.sum)
    /// The attributes by which the browser counts the figures itself.
    let counts = Skeleton.gap(Gap.counts)
    let dates = Skeleton.gap(Gap.dates)
    /// short | medium | long: how many columns its dots have on a wide screen.
    let length = Skeleton.gap(Gap.length)
    /// Hides the badge of an uncompleted goal, and the label on one that is not archived.
    let completed = Skeleton.gap(Gap.completed)
    let archived = Skeleton.gap(Gap.archived)
    let revision = Skeleton.gap(Gap.revision)
    let today = Skeleton.gap(Gap.today)
    /// The hour at which days begin.
    let dayStart = Skeleton.gap(Gap.dayStart)
    /// The other years of a long goal, and the heading of the one whose dots follow.
    let before = Skeleton.gap(Gap.before)
    let drawing = Skeleton.gap(Gap.dots)
    let after = Skeleton.gap(Gap.after)
    let zone = Skeleton.gap(Gap.zone)
    let zoneSentence = Skeleton.gap(Gap.zoneSentence)

    // A day that the browser draws itself, without a network: nothing is known of it yet.
    let slice: Int? = nil
    let note = ""
    let noteProblem: String? = nil
    let most = Goal.longestNote
    let tooLong: String

    /// Whether it is of no goal, and a browser without a network fills it in.
    let isBlank: Bool

    init(_ words: Words, isBlank: Bool = false) {
        tooLong = words(.noteTooLong, number: Int64(Goal.longestNote))
        self.isBlank = isBlank
    }
}

extension GoalPage {
    /// What differs between two goals' pages: the values of one goal's, escaped.
    ///
    /// - Parameters:
    ///   - years: Nil for a goal that is shown whole.
    ///   - months: The dots of months that were drawn before.
    static func values(
        _ record: GoalRecord, _ years: GoalYears?, _ today: Today, revision: Int64, _ links: Links,
        _ presentation: Presentation, months: Cache<GoalMonth, String>, isBlank: Bool = false
    ) throws -> [Gap: ByteBuffer] {
        let words = presentation.words
        let goal = record.goal, progress = record.progress(today: today.day)
        let figures = GoalFigures(progress, isOver: goal.end < today.day, words)
        let shown = years?.shown.days ?? goal.start...goal.end
        let counts = GoalCounts(record, shown: shown, progress, today: today.day)
        func render(_ others: [GoalYears.Year], shown: GoalYears.Year?) throws -> String {
            try presentation.templates.render(
                GoalYearsPage(others, shown: shown, of: record, today: today.day, words, links))
        }
        let values: [Gap: String] = [
            .id: String(goal.id), .name: goal.name.htmlEscaped, .color: String(goal.color),
            .percent: figures.percent.htmlEscaped, .percentLabel: figures.percentLabel.htmlEscaped,
            .streak: figures.streak.htmlEscaped, .streakLabel: figures.streakLabel.htmlEscaped,
            .sum: figures.sum.htmlEscaped,
            .counts: isBlank
                ? GoalCounts.attributesOfBlank(words)
                : counts.attributes(of: record, today: today.day, words),
            .dates:
                (words.dates(of: goal, today: today.day)
                + (goal.end < today.day ? " · " + words[.goalsOver] : "")).htmlEscaped,
            .length: goal.days <= 45 ? "short" : goal.days <= 120 ? "medium" : "long",
            .completed: progress.isCompleted ? "" : " hidden", .archived: goal.isArchived ? "" : " hidden",
            .revision: String(revision), .today: today.day.description,
            .dayStart: String(today.dayStart.hour),
            .before: try years.map { try render($0.before, shown: $0.shown) } ?? "",
            .dots: record.months(in: shown, today: today.day, words).map { month in
                months.value(for: month) { record.dots(in: month, today: today.day, words, links) }
            }.joined(),
            .after: try years.map { try render($0.after, shown: nil) } ?? "",
            .zone: today.zone.name.htmlEscaped,
            .zoneSentence: words.days(in: today.zone).htmlEscaped,
        ]
        return values.mapValues { ByteBuffer(string: $0) }
    }

    /// Those of no goal, with today as its only day.
    static func blankValues(
        _ today: Today, _ links: Links, _ presentation: Presentation, months: Cache<GoalMonth, String>
    ) throws -> [Gap: ByteBuffer] {
        try values(
            .blank(on: today.day), nil, today, revision: 0, links, presentation, months: months, isBlank: true
        )
    }
}
