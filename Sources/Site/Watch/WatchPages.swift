// The pages for screens of a watch: the list, a counter, and what asks before a reset. Each has at most 10 KB on its way,
// with its styles and its script.

import Figures
import Ledger

/// The counters, and the goals that can be marked today.
struct WatchPage: Page {
    static let template = "Watch/list"

    struct Row: Sendable {
        let address: String
        let title: String
        let color: Int
        /// Whether the number is too long for the text's size.
        let isLong: Bool
        let formattedCount: String
    }

    /// A goal that is due today.
    struct Due: Sendable {
        let id: Goal.ID
        let name: String
        /// The address that marks the day; nil if its counter has reached the target, which cannot be unmarked.
        let mark: String?
        let isDone: String
        let nextDone: String
        /// "5 of 8", for a goal that follows a counter.
        let counted: String?
    }

    let notice: Notice?
    let counters: [Row]
    let goals: [Due]
    let hasGoals: Bool
    /// The page's number, from 1.
    let page: Int
    let isEmpty: Bool
    /// Whether its cookie opens nothing: signed out elsewhere, unused for long, or the account is deleted.
    let isUnrecognized: Bool
    /// The addresses of the pages around this one; nil at the ends.
    let previous: String?
    let next: String?
    /// The zone that decides what today is.
    let zone: String
    let zoneSentence: String
    let today: String
    /// "21 Nov".
    let date: String
    /// The hour at which days begin.
    let dayStart: Int

    /// How many counters and goals are on a page.
    private static let size = 16
    /// How much of a title is shown, in characters; its counter's page has all of it.
    private static let longestTitle = 60

    /// - Parameters:
    ///   - due: The goals of today.
    ///   - asked: The number of the page, from 1; another one is replaced by the nearest that there is.
    init(
        _ counters: [Counter], _ due: [GoalDay], page asked: Int, _ today: Today, notice: Notice?,
        isUnrecognized: Bool, _ words: Words, _ links: Links
    ) {
        let sum = counters.count + due.count
        let page = max(1, min(asked, (sum + Self.size - 1) / Self.size))
        let shown = (page - 1) * Self.size..<page * Self.size
        self.notice = notice
        self.page = page
        self.counters = counters.enumerated().filter { shown.contains($0.offset) }.map { _, counter in
            Row(
                address: links.watch(of: counter.id), title: counter.title.shortened(to: Self.longestTitle),
                color: counter.colorClass, isLong: counter.count > 9_999_999,
                formattedCount: words.breakable(counter.count))
        }
        goals = due.enumerated().filter { shown.contains(counters.count + $0.offset) }.map { _, goal in
            Due(goal, words, links)
        }
        hasGoals = !goals.isEmpty
        isEmpty = sum == 0 && !isUnrecognized
        self.isUnrecognized = isUnrecognized
        previous = page > 1 ? links.watch(page: page - 1) : nil
        next = page * Self.size < sum ? links.watch(page: page + 1) : nil
        zone = today.zone.name
        zoneSentence = words.days(in: today.zone)
        self.today = today.day.description
        date = words.date(today.day, .short)
        dayStart = today.dayStart.hour
    }
}

extension WatchPage.Due {
    fileprivate init(_ today: GoalDay, _ words: Words, _ links: Links) {
        let goal = today.goal
        id = goal.id
        name = goal.name
        mark = today.hasReachedTarget ? nil : links.mark(today.day, of: goal.id)
        isDone = today.isDone ? "true" : "false"
        nextDone = today.isDone ? "no" : "yes"
        counted = goal.follows.map { words.counted(today.counted, of: $0.target) }
    }
}

/// A counter, as large as the screen.
struct WatchCounterPage: Page {
    static let template = "Watch/counter"

    let notice: Notice?
    let id: Counter.ID
    let title: String
    let color: Int
    /// Whether the number needs a line of its own.
    let isLong: Bool
    let formattedCount: String
    let label: String
    let addLabel: String
    let subtractLabel: String
    let marks: String
    let shapes: String

    init(_ counter: Counter, notice: Notice?, _ words: Words) {
        self.notice = notice
        id = counter.id
        title = counter.title
        color = counter.colorClass
        isLong = counter.count > 999
        formattedCount = words.breakable(counter.count)
        label = words.spoken(counter.count, counter.style)
        addLabel = words.add(counter.step)
        subtractLabel = words.subtract(counter.step)
        marks = words.drawing(of: counter, in: .tall)
        shapes = MarkShapes.markup(for: marks)
    }
}

/// The question before a counter is reset.
struct WatchResetPage: Page {
    static let template = "Watch/reset"
    let id: Counter.ID
    let question: String
    let operation: String
    let seen: Int64
    let since: Int64
    /// Where one came from.
    let back: String
}
