// A goal's page: the header with its figures, and its grid of dots.

import Figures
import Hummingbird
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

/// The values for one goal's page, escaped.
struct DrawnGoal<Text: PageText>: Sendable {
    private let texts: [GoalPage.Gap: Text]

    /// Their total size in bytes.
    let size: Int

    private init(texts: [GoalPage.Gap: Text]) {
        self.texts = texts
        size = texts.values.reduce(0) { $0 + $1.size }
    }

    /// The page, without copying any of it.
    func page(in frame: PageFrame<GoalPage.Gap, Text>, _ presentation: Presentation) -> Response {
        let pieces = frame.pieces { gap in
            switch gap {
            case .appearance: [Text(presentation.fill(.appearance))]
            case .following: [Text(presentation.fill(.following))]
            case .browserColors: []
            default: texts[gap].map { [$0] } ?? []
            }
        }
        return Text.page(pieces)
    }
}

extension DrawnGoal<DeflateBlock> {
    init(_ drawn: DrawnGoal<ByteBuffer>) {
        self.init(texts: drawn.texts.mapValues { DeflateBlock($0, after: nil) })
    }
}

extension DrawnGoal<ByteBuffer> {
    /// That of no goal, with today as its only day.
    static func blank(_ today: Today, _ links: Links, _ presentation: Presentation) throws -> Self {
        try Self(.blank(on: today.day), nil, today, revision: 0, links, presentation, isBlank: true)
    }

    /// - Parameter years: Nil for a goal that is shown whole.
    init(
        _ record: GoalRecord, _ years: GoalYears?, _ today: Today, revision: Int64, _ links: Links,
        _ presentation: Presentation, isBlank: Bool = false
    ) throws {
        let words = presentation.words
        let goal = record.goal, progress = record.progress(today: today.day)
        let figures = GoalFigures(progress, isOver: goal.end < today.day, words)
        let shown = years?.shown.days ?? goal.start...goal.end
        let counts = GoalCounts(record, shown: shown, progress, today: today.day)
        func render(_ others: [GoalYears.Year], shown: GoalYears.Year?) throws -> String {
            try presentation.templates.render(
                GoalYearsPage(others, shown: shown, of: record, today: today.day, words, links))
        }
        let texts: [GoalPage.Gap: String] = [
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
            .dots: Self.dots(record, shown, today.day, words, links),
            .after: try years.map { try render($0.after, shown: nil) } ?? "",
            .zone: today.zone.name.htmlEscaped,
            .zoneSentence: words.days(in: today.zone).htmlEscaped,
        ]
        self.init(texts: texts.mapValues { ByteBuffer(string: $0) })
    }

    /// The dots of these days, with an anchor at today.
    private static func dots(
        _ record: GoalRecord, _ days: ClosedRange<CivilDay>, _ today: CivilDay, _ words: Words, _ links: Links
    ) -> String {
        let address = links.days(of: record.goal.id), names = words.dots
        func draw(_ dots: ArraySlice<Dot>) -> String {
            dots.isEmpty ? "" : DotGrid.items(Array(dots), address: address, words: names)
        }
        let dots = record.dots(days, today: today, words)
        guard let place = dots.firstIndex(where: { $0.isToday }) else { return draw(dots[...]) }
        let itemOfToday = "<li id=\"today\"" + draw(dots[place...place]).dropFirst("<li".count)
        return draw(dots[..<place]) + itemOfToday + draw(dots[(place + 1)...])
    }
}
