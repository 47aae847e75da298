// How often what happened on which day. A pure value: adding up, and no more.

/// Daily totals. It grows with days and events alone, however many people come.
public struct Totals: Sendable, Hashable {
    /// So many days are kept: two years.
    public static let daysKept = 731

    private(set) var numbers: [CivilDay: [CountedEvent: Int64]] = [:]

    public init() {}

    public var isEmpty: Bool { numbers.isEmpty }

    public mutating func count(_ event: CountedEvent, on day: CivilDay, times: Int64 = 1) {
        numbers[day, default: [:]][event, default: 0] += times
    }

    public subscript(_ event: CountedEvent, on day: CivilDay) -> Int64 { numbers[day]?[event] ?? 0 }

    /// Launches by address bar, bookmark or somebody's link: the arrivals that
    /// are left. An app, a shortcut and a `web+fivebar:` link are led on to a
    /// page, on which they arrive like everybody.
    public func browserLaunches(on day: CivilDay) -> Int64 {
        let others: [CountedEvent] = [.appLaunch, .shortcutLaunch, .linkLaunch, .searchLaunch]
        return max(0, others.reduce(self[.arrival, on: day]) { $0 - self[$1, on: day] })
    }
}
