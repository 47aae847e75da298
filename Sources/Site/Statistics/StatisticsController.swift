// Statistics of one counter, and of all counters together.

import Hummingbird
import Ledger

struct StatisticsController: Sendable {
    let ledger: Ledger
    let links: Links
    let configuration: SiteConfiguration

    /// Statistics of one counter.
    func showOne(_ request: Request, _ context: VisitorContext) async throws -> Response {
        let account = context.account
        let counter = try ledger.counter(context.counterName(), of: account)
        return try answer(request, context.page, of: counter) { first, last, dayStart in
            try ledger.countedHours(
                of: counter.id, of: account, from: first, through: last, dayStart: dayStart)
        }
    }

    /// Statistics of all counters together. A visitor without counters gets the empty page.
    func showAll(_ request: Request, _ context: PageContext) async throws -> Response {
        try answer(request, context, of: nil) { first, last, dayStart in
            try context.visitor.map {
                try ledger.countedHours(
                    ofAll: $0.account, from: first, through: last, dayStart: dayStart)
            } ?? []
        }
    }

    private func answer(
        _ request: Request, _ context: PageContext, of counter: Counter?,
        read: (_ first: CivilDay?, _ last: CivilDay, _ dayStart: DayStart) throws -> [CountedHour]
    ) throws -> Response {
        let words = context.words
        let asked = request.uri.queryParameters.get("period") ?? ""
        let period = Statistics.Period(rawValue: asked) ?? .standard
        let calendar = try context.visitor.map { try ledger.calendar(of: $0.account) } ?? .standard
        let zone = ClientZone(of: request)
        let today = zone.day(at: configuration.now(), from: calendar.dayStart)
        let statistics = Statistics(
            try read(period.firstDay(upTo: today), today, calendar.dayStart), over: period, upTo: today,
            weekStart: calendar.weekStart
                ?? Weekday.first(in: words.language, accepting: request.headers[.acceptLanguage]),
            dayStart: calendar.dayStart
        )
        let isEmpty = statistics.bestHour == nil
        let isNew = try isEmpty && !read(nil, today, calendar.dayStart).contains { $0.marks > 0 }
        let page = StatisticsPage(
            counter: counter.map { .init(title: $0.title, address: links.counter($0.id), color: $0.color) },
            periods: Statistics.Period.allCases.map {
                .init(
                    address: links.statistics(of: counter?.id, over: $0), name: words[$0.phrase],
                    isChosen: $0 == period)
            },
            nothing: isEmpty ? words[isNew ? .statisticsNone : .statisticsNoneThen] : nil,
            lead: isEmpty ? nil : .init(statistics, counter?.style, words),
            figures: isEmpty ? [] : words.figures(of: statistics, upTo: today),
            charts: isEmpty ? [] : words.charts(of: statistics),
            zone: zone.name,
            zoneSentence: words(.statisticsZone, zone.name),
            daysBegin: words.sentence(for: calendar.dayStart)
        )
        return try .page(page, in: context.presentation)
    }
}
