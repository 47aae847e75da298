// Computes statistics from hourly counts and a date; independent of the database and the clock.

/// Figures and totals of a period that ends today.
///
/// Hours are in the device's local time, so a day with 23 or 25 hours is one day,
/// and what was counted on a journey stays in the local hour there. Days begin at
/// the hour the user chose; hours of the day are always clock hours. Counts from
/// a device whose date is ahead of today's are included once that date begins.
///
/// What was taken back is subtracted in the hour it was counted in, or, for the
/// minus button, in the hour it was pressed. So an hour's sum can be below 0; the
/// reported totals never are.
public struct Statistics: Sendable, Hashable {
    /// The hour at which its days begin.
    public let dayStart: DayStart
    /// In the whole period.
    public let total: Int64
    /// On the period's last day.
    public let today: Int64
    /// From the week's first day up to today.
    public let thisWeek: Int64
    /// The same two as they are, below 0 where more was taken back than counted: what comes next is added to them.
    public let netToday: Int64
    /// See ``netToday``.
    public let netThisWeek: Int64
    /// Per day since the first count in the period, including today.
    public let perDay: Average?
    /// The pace: marks per active hour, meaning an hour with a positive sum.
    /// Hours in between are a pause and do not lower it.
    public let perActiveHour: Average?
    /// The maxima of the period; the earlier one in a tie.
    public let bestDay: Total<CivilDay>?
    /// An hour of one day.
    public let bestHour: Total<CivilHour>?
    /// The hour of the day, 0 to 23, with the most marks in all.
    public let busiestHour: Total<Int>?
    /// The weekday with the most marks in all.
    public let busiestWeekday: Total<Weekday>?
    /// The longest time between two counts, if at least an hour. Shorter gaps are
    /// not reported, because only the first and the last mark of an hour are known.
    public let longestGap: Gap?

    /// By hour of the day: 24 values.
    public let hours: [Total<Int>]
    /// Starting with the first day of the week: 7 values.
    public let weekdays: [Total<Weekday>]
    /// The last days of the period, up to today.
    public let days: [Total<CivilDay>]
    /// The months of the period; empty for a period of days or weeks.
    public let months: [Total<CivilMonth>]

    /// - Parameters:
    ///   - counted: Hours outside of the period are ignored.
    ///   - weekStart: The first day of the week.
    ///   - dayStart: The hour at which days begin, also used for `today`.
    public init(
        _ counted: [CountedHour], over period: Period, upTo today: CivilDay, weekStart: Weekday,
        dayStart: DayStart = .midnight
    ) {
        self.dayStart = dayStart
        let first = period.firstDay(upTo: today)?.number ?? .min
        let counted = counted.filter { (first...today.number).contains(dayStart.day(of: $0.hour).number) }
            .sorted { $0.hour < $1.hour }
        let active = counted.filter { $0.marks > 0 }
        let byDay = Self.sums(of: counted, dayStart)
        func net(from first: CivilDay) -> Int64 {
            byDay.reduce(Int64(0)) { $1.day >= first ? $0.addingWithinBounds($1.net) : $0 }
        }

        let total = max(0, byDay.reduce(Int64(0)) { $0.addingWithinBounds($1.net) })
        self.total = total
        netToday = net(from: today)
        netThisWeek = net(from: today.startOfWeek(from: weekStart))
        self.today = max(0, netToday)
        thisWeek = max(0, netThisWeek)
        perDay = active.first.flatMap {
            Average(total, over: today.number - dayStart.day(of: $0.hour).number + 1)
        }
        perActiveHour = Average(total, over: active.count)
        bestDay = byDay.map { Total($0.day, net: $0.net) }.busiest()
        bestHour = active.map { Total($0.hour, net: $0.marks) }.busiest()
        longestGap = Self.longestGap(between: active, dayStart)

        var byHour = [Int64](repeating: 0, count: 24), byWeekday = [Int64](repeating: 0, count: 7)
        var byMonth: [CivilMonth: Int64] = [:]
        for hour in counted { byHour[hour.hour.hour] = byHour[hour.hour.hour].addingWithinBounds(hour.marks) }
        for (day, net) in byDay {
            byWeekday[day.weekday.rawValue] = byWeekday[day.weekday.rawValue].addingWithinBounds(net)
            byMonth[CivilMonth(of: day), default: 0] = byMonth[CivilMonth(of: day), default: 0]
                .addingWithinBounds(net)
        }
        hours = byHour.enumerated().map { Total($0.offset, net: $0.element) }
        weekdays = weekStart.andTheNextSix.map { Total($0, net: byWeekday[$0.rawValue]) }
        busiestHour = hours.busiest()
        busiestWeekday = weekdays.busiest()

        let firstShown = today.adding(1 - period.days)
        var shown = [Int64](repeating: 0, count: period.days)
        for (day, net) in byDay where day >= firstShown { shown[day.number - firstShown.number] = net }
        days = shown.enumerated().map { Total(firstShown.adding($0.offset), net: $0.element) }
        let thisMonth = CivilMonth(of: today)
        months = (0..<period.months).map { place in
            let month = thisMonth.adding(place + 1 - period.months)
            return Total(month, net: byMonth[month] ?? 0)
        }
    }

    /// The sum of each day that has counts, in order.
    private static func sums(
        of counted: [CountedHour], _ dayStart: DayStart
    ) -> [(day: CivilDay, net: Int64)] {
        var sums: [(day: CivilDay, net: Int64)] = []
        for hour in counted {
            let day = dayStart.day(of: hour.hour)
            if let last = sums.last, last.day == day {
                sums[sums.count - 1].net = last.net.addingWithinBounds(hour.marks)
            } else {
                sums.append((day, hour.marks))
            }
        }
        return sums
    }

    /// Compares moments, not local times: somebody who flies west sees an hour twice.
    private static func longestGap(between active: [CountedHour], _ dayStart: DayStart) -> Gap? {
        var longest: Gap?
        var latest: CountedHour?
        for hour in active.sorted(by: { $0.firstAt < $1.firstAt }) {
            if let latest {
                let gap = Gap(
                    milliseconds: hour.firstAt.milliseconds - latest.lastAt.milliseconds,
                    from: dayStart.day(of: latest.hour), to: dayStart.day(of: hour.hour))
                if gap.milliseconds >= max(3_600_000, (longest?.milliseconds ?? 0) + 1) { longest = gap }
            }
            if hour.lastAt > latest?.lastAt ?? Moment(milliseconds: .min) { latest = hour }
        }
        return longest
    }
}
