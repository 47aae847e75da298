// Statistics of one counter, and of all counters together.

import Hummingbird
import Ledger

struct StatisticsController: Sendable {
    let ledger: Ledger
    let links: Links
    let configuration: SiteConfiguration
    let cache = StatisticsCache()
    let longReads: LongReads

    init(ledger: Ledger, links: Links, configuration: SiteConfiguration, longReads: LongReads) {
        self.ledger = ledger
        self.links = links
        self.configuration = configuration
        self.longReads = longReads
    }

    /// Statistics of one counter.
    func showOne(_ request: Request, _ context: VisitorContext) async throws -> Response {
        let account = context.account
        let counter = try ledger.counter(context.counterName(), of: account)
        return try await answer(request, context.page, of: counter) { key in
            try StatisticsCache.Value(
                ledger.countedHours(
                    of: counter.id, of: account, from: key.firstDay, through: key.today,
                    dayStart: key.dayStart),
                isNew: !ledger.hasCounted(
                    with: counter.id, of: account, through: key.today, dayStart: key.dayStart),
                key)
        }
    }

    /// Statistics of all counters together. A visitor without counters gets the empty page.
    func showAll(_ request: Request, _ context: PageContext) async throws -> Response {
        try await answer(request, context, of: nil) { key in
            guard let account = key.account else { return StatisticsCache.Value([], isNew: true, key) }
            return try StatisticsCache.Value(
                ledger.countedHours(
                    ofAll: account, from: key.firstDay, through: key.today, dayStart: key.dayStart),
                isNew: !ledger.hasCounted(
                    withAnyOf: account, through: key.today, dayStart: key.dayStart),
                key)
        }
    }

    private func answer(
        _ request: Request, _ context: PageContext, of counter: Counter?,
        read: @Sendable (StatisticsCache.Key) throws -> StatisticsCache.Value
    ) async throws -> Response {
        let words = context.words
        let asked = request.uri.queryParameters.get("period") ?? ""
        let period = Statistics.Period(rawValue: asked) ?? .standard
        let calendar = context.visitor?.calendar ?? .standard
        let zone = ClientZone(of: request)
        let today = zone.day(at: configuration.now(), from: calendar.dayStart)
        let key = StatisticsCache.Key(
            account: context.visitor?.account, counter: counter?.id,
            revision: counter?.revision ?? context.visitor?.revision ?? 0, period: period, today: today,
            weekStart: calendar.weekStart
                ?? Weekday.first(in: words.language, accepting: request.headers[.acceptLanguage]),
            dayStart: calendar.dayStart)
        let known = try await value(for: key, read), statistics = known.statistics
        let isEmpty = statistics.bestHour == nil
        let page = StatisticsPage(
            counter: counter.map {
                .init(id: $0.id, title: $0.title, address: links.counter($0.id), color: $0.colorClass)
            },
            periods: Statistics.Period.allCases.map {
                .init(
                    address: links.statistics(of: counter?.id, over: $0), name: words[$0.phrase],
                    isChosen: $0 == period)
            },
            empty: isEmpty
                ? words.nothing(
                    known.isNew ? .statisticsNone : .statisticsNoneThen, leadingTo: links.home) : nil,
            lead: isEmpty ? nil : .init(statistics, counter?.style, words),
            figures: isEmpty ? [] : words.figures(of: statistics, upTo: today),
            charts: isEmpty ? [] : words.charts(of: statistics),
            today: today.description, dayStart: calendar.dayStart.hour,
            zone: zone.name,
            zoneSentence: words(.statisticsZone, zone.shownName),
            daysBegin: words.sentence(for: calendar.dayStart)
        )
        return try .page(page, in: context.presentation)
    }

    private func value(
        for key: StatisticsCache.Key, _ read: @Sendable (StatisticsCache.Key) throws -> StatisticsCache.Value
    ) async throws -> StatisticsCache.Value {
        if let known = cache.values[key] { return known }
        let entries = try key.account.map { try ledger.entriesCounted(by: key.counter, of: $0) } ?? 0
        // Somebody who had their turn before may have read the same.
        return try await longReads.read(rows: entries, of: key.account) {
            try cache.values.value(for: key) { try read(key) }
        }
    }
}
