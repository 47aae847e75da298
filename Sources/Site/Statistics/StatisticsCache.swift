// Caches computed statistics. They are made of every hour of their period, however often a page is loaded.

import Ledger

/// The statistics that were requested lately.
struct StatisticsCache: Sendable {
    struct Key: Hashable, Sendable {
        /// Nil: a visitor without one.
        let account: AccountID?
        /// Nil: all counters together.
        let counter: Counter.ID?
        /// The counter's, or else the account's.
        let revision: Int64
        let period: Statistics.Period
        let today: CivilDay
        let weekStart: Weekday
        let dayStart: DayStart

        /// The period's; nil if it has none.
        var firstDay: CivilDay? { period.firstDay(upTo: today) }
    }

    struct Value: Sendable {
        let statistics: Statistics
        /// Whether nothing was ever counted.
        let isNew: Bool

        init(_ hours: [CountedHour], isNew: Bool, _ key: Key) {
            statistics = Statistics(
                hours, over: key.period, upTo: key.today, weekStart: key.weekStart, dayStart: key.dayStart)
            self.isNew = isNew
        }
    }

    /// Each is about as large, with at most 84 days, or 30 and twelve months.
    let values = Cache<Key, Value>(bound: 4 << 20) { _ in 4 << 10 }
}
