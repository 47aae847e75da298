// How often each event happened on each day. A pure value.

/// Daily totals. Its size depends only on the days and events, not on the number of visitors.
public struct Totals: Sendable, Hashable {
    /// The number of days kept: two years.
    public static let daysKept = 731

    private(set) var numbers: [CivilDay: [CountedEvent: Int64]] = [:]

    /// Without any totals.
    public init() {}

    /// Whether nothing was counted on any day.
    public var isEmpty: Bool { numbers.isEmpty }

    /// Adds to the total of the event on the day.
    public mutating func count(_ event: CountedEvent, on day: CivilDay, times: Int64 = 1) {
        numbers[day, default: [:]][event, default: 0] += times
    }

    /// 0 if the event was not counted on that day.
    public subscript(_ event: CountedEvent, on day: CivilDay) -> Int64 { numbers[day]?[event] ?? 0 }

    /// Launches by address bar, bookmark or an external link: the remaining
    /// arrivals. An app, a shortcut and a `web+fivebar:` link redirect to a page,
    /// which also counts as an arrival.
    public func browserLaunches(on day: CivilDay) -> Int64 {
        let others: [CountedEvent] = [.appLaunch, .shortcutLaunch, .linkLaunch, .searchLaunch]
        return max(0, others.reduce(self[.arrival, on: day]) { $0 - self[$1, on: day] })
    }
}
