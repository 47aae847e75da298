// A single counter: its page with all actions, and the full screen for counting.

import Hummingbird
import Ledger

/// The page of a counter, with all actions.
struct CounterPage: Page {
    static let template = "Counters/counter"

    /// One of the scheme's colours, for a button.
    struct Color: Sendable {
        let value: Int
        let name: String
        let isChosen: Bool
    }

    /// A step that can be chosen by one press.
    struct Step: Sendable {
        let value: Int64
        /// Such as "+5".
        let name: String
        let isChosen: Bool
    }

    /// A goal whose days the counter completes.
    struct LinkedGoal: Sendable {
        let address: String
        let name: String
    }

    /// What was counted in a period that is under way: the page's script adds what the server does not know yet.
    struct Figure: Sendable {
        /// The period's first day, as `2026-01-03`, and how many days it has.
        let first: String
        let days: Int
        /// Below 0 where more was taken back than counted; what is shown never is.
        let marks: Int64
        let formattedMarks: String

        init(_ marks: Int64, from first: CivilDay, days: Int, _ words: Words) {
            self.first = first.description
            self.days = days
            self.marks = marks
            formattedMarks = words.breakable(max(0, marks))
        }
    }

    let card: LargeCard
    let notice: Notice?
    let today: Figure
    let thisWeek: Figure
    /// What tells the days: the time zone, and the hour at which they begin.
    let zone: String
    let dayStart: Int
    let steps: [Step]
    /// What leads to any other step: the one that is chosen, where it is none of those.
    let otherStep: String
    /// Whether it is chosen.
    let isOtherStep: Bool
    /// Whether its field is shown: also where that has something to tell.
    var isOtherStepOpen: Bool
    let styles: [Choice]
    let colors: [Color]
    let goals: [LinkedGoal]
    /// The step and the count: what their fields are filled with, or the rejected input, with the reason; and what the
    /// forms were shown with, see ``TitleForm/seen``.
    var typedStep: String
    var typedCount: String
    var seenStep: String
    var seenCount: String
    var stepProblem: String?
    var countProblem: String?
    /// The forms' operation ids, so that resubmitting a form sets a number only once.
    var operation: String
    /// For a title that is typed in place; as in ``NewCounterPage``.
    let longestTitle = Counter.longestTitle
    let titleTooLong: String
    /// Whether it is of no counter, and a browser without a network fills it in.
    var isBlank = false
}

/// A counter on the full screen, for counting without looking.
struct FullPage: Page {
    static let template = "Counters/full"
    let card: LargeCard
    /// Whether it was opened by the installed app's shortcut that adds one.
    let isQuick: Bool
    /// As ``CounterPage/isBlank``.
    var isBlank = false
}

struct DetailController: Sendable {
    let ledger: Ledger
    let links: Links
    let configuration: SiteConfiguration
    let operations: OperationWriter

    func show(_ request: Request, _ context: VisitorContext) async throws -> Response {
        let notice = try operations.notice(request, context.page, on: .counter)
        let page = try page(
            context.counterName(), of: context.account, notice: notice, request, context.words)
        // Its form has an operation's id, which another page from the browser's cache must not repeat; scripts
        // make their own.
        return try .page(page, in: context.presentation, isSecret: true, isKept: true)
    }

    /// The page after a form was rejected, with the invalid number.
    func show(
        step: NumberForm? = nil, count: NumberForm? = nil, answering stamp: OperationStamp,
        _ request: Request, _ context: PageContext
    ) throws -> Response {
        let words = context.words
        let account = try context.knownVisitor(in: ledger, for: stamp.account).account
        var page = try page(context.counterName(), of: account, request, words)
        if let step {
            page.typedStep = step.number ?? ""
            page.seenStep = step.seen ?? ""
            page.isOtherStepOpen = true
            page.stepProblem = words(.stepProblem, words.number(Counter.largestStep))
        }
        if let count {
            page.typedCount = count.number ?? ""
            page.seenCount = count.seen ?? ""
            page.countProblem =
                words.isTooLarge(page.typedCount)
                ? words(.countTooLarge, words.number(.max)) : words[.countProblem]
        }
        let presentation = try context.presentation(answering: stamp, in: ledger)
        return try .page(page, in: presentation, status: .unprocessableContent, isSecret: true)
    }

    /// The page of any counter, for a browser that has no network and has not kept the counter's own.
    func showBlank(_ request: Request, _ context: PageContext) async throws -> Response {
        let calendar = try context.visitor.map { try ledger.calendar(of: $0.account) } ?? .standard
        var page = page(of: .blank, calendar, request, context.words)
        page.isBlank = true
        // One that many browsers have would be somebody's already.
        page.operation = ""
        return try .page(page, in: context.presentation)
    }

    func showFull(_ request: Request, _ context: VisitorContext) async throws -> Response {
        let counter = try ledger.counter(context.counterName(), of: context.account)
        let page = FullPage(
            // For both orientations; CSS hides the one that does not apply.
            card: LargeCard(counter, in: [.wide, .tall], context.words, links),
            // A link on another site must not count.
            isQuick: request.uri.queryParameters.get("quick") != nil
                && ["none", "same-origin", nil].contains(request.headers[.fetchSite])
        )
        return try .page(page, in: context.presentation)
    }

    /// The same as ``showBlank(_:_:)``, on the full screen.
    func showBlankFull(_ request: Request, _ context: PageContext) async throws -> Response {
        let card = LargeCard(.blank, in: [.wide, .tall], context.words, links)
        return try .page(FullPage(card: card, isQuick: false, isBlank: true), in: context.presentation)
    }

    /// What was counted today and this week.
    ///
    /// - Parameter hours: Those of the days up to today.
    private func lately(
        _ hours: [CountedHour], upTo today: CivilDay, from calendar: CalendarChoice, _ request: Request,
        _ words: Words
    ) -> (today: CounterPage.Figure, thisWeek: CounterPage.Figure) {
        let weekStart =
            calendar.weekStart
            ?? Weekday.first(in: words.language, accepting: request.headers[.acceptLanguage])
        let statistics = Statistics(
            hours, over: Self.lately, upTo: today, weekStart: weekStart, dayStart: calendar.dayStart)
        return (
            .init(statistics.netToday, from: today, days: 1, words),
            .init(statistics.netThisWeek, from: today.startOfWeek(from: weekStart), days: 7, words)
        )
    }

    private static let lately = Statistics.Period.sevenDays
    private static let steps: [Int64] = [1, 2, 5, 10]

    private func page(
        _ name: Name, of account: AccountID, notice: Notice? = nil, _ request: Request, _ words: Words
    ) throws -> CounterPage {
        let counter = try ledger.counter(name, of: account)
        let calendar = try ledger.calendar(of: account)
        let today = ClientZone(of: request).day(at: configuration.now(), from: calendar.dayStart)
        let hours = try ledger.countedHours(
            of: counter.id, of: account, from: Self.lately.firstDay(upTo: today), through: today,
            dayStart: calendar.dayStart)
        return page(
            of: counter, counted: hours, followedBy: try ledger.goals(following: counter.id, of: account),
            calendar, notice: notice, request, words)
    }

    private func page(
        of counter: Counter, counted hours: [CountedHour] = [], followedBy goals: [Goal] = [],
        _ calendar: CalendarChoice, notice: Notice? = nil, _ request: Request, _ words: Words
    ) -> CounterPage {
        let zone = ClientZone(of: request)
        let today = zone.day(at: configuration.now(), from: calendar.dayStart)
        let lately = lately(hours, upTo: today, from: calendar, request, words)
        let card = LargeCard(counter, in: [.tall], words, links)
        let isOther = !Self.steps.contains(counter.step)
        return CounterPage(
            card: card, notice: notice,
            today: lately.today, thisWeek: lately.thisWeek, zone: zone.name, dayStart: calendar.dayStart.hour,
            steps: Self.steps.map {
                .init(value: $0, name: "+" + words.number($0), isChosen: $0 == counter.step)
            },
            otherStep: isOther ? "+" + words.number(counter.step) : words[.counterOtherStep],
            isOtherStep: isOther, isOtherStepOpen: isOther,
            styles: words.choices(Counter.Style.self, chosen: counter.style),
            colors: (0..<Counter.colors).map {
                .init(value: $0, name: words(.colorNumber, String($0 + 1)), isChosen: $0 == card.color)
            },
            goals: goals.map { .init(address: links.goalToday($0.id), name: $0.name) },
            typedStep: String(counter.step), typedCount: String(counter.count),
            seenStep: String(counter.step), seenCount: String(counter.count),
            operation: operations.newOperationID().text,
            titleTooLong: words.sentence(for: .titleIsTooLong)
        )
    }
}
