// What can be told of the hours in which something was counted. It is given
// hours and a date, and knows neither the database nor a clock.

/// Figures and totals of a period that ends with a day called today.
///
/// Hours are those of the device's own clock, so a day with 23 or 25 hours is
/// a day, and what was counted on a journey stays in the hour that was on the
/// clock there. Days begin with an hour that somebody chose; hours of the day
/// are the clock's all the same. What a device counted on a date that has not
/// begun yet where today is asked for comes with that date.
///
/// What was taken back is subtracted in the hour it was counted in, or, by the
/// minus, in the hour that was. So an hour's sum can be below 0; whatever is
/// told here is not.
public struct Statistics: Sendable, Hashable {
    /// The hour that its days begin with.
    public let dayStart: DayStart
    /// In the whole period.
    public let total: Int64
    public let today: Int64
    /// From the week's first day up to today.
    public let thisWeek: Int64
    /// Over the days since the first count in the period, with today.
    public let perDay: Average?
    /// The pace: marks per active hour, which is one with more than was taken
    /// back. What is between two such hours is a pause and slows nobody down.
    public let perActiveHour: Average?
    /// The records of the period; of two alike, the earlier one.
    public let bestDay: Total<CivilDay>?
    public let bestHour: Total<CivilHour>?
    /// The hour of the day, 0 to 23, with the most marks in all.
    public let busiestHour: Total<Int>?
    public let busiestWeekday: Total<Weekday>?
    /// The longest time between two counts, from one hour up. A shorter one is
    /// not told, since only the first and the last mark of an hour are known.
    public let longestGap: Gap?

    /// By hour of the day: 24 of them.
    public let hours: [Total<Int>]
    /// From the week's first day on: 7 of them.
    public let weekdays: [Total<Weekday>]
    /// The period's last days, the last of which is today.
    public let days: [Total<CivilDay>]
    /// The period's months; none of a period of days or weeks.
    public let months: [Total<CivilMonth>]

    /// - Parameters:
    ///   - counted: Those outside of the period count for nothing.
    ///   - weekStart: The day that weeks begin with.
    ///   - dayStart: The hour that days begin with, today's as well.
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
        func sum(from first: CivilDay) -> Int64 {
            max(0, byDay.reduce(Int64(0)) { $1.day >= first ? $0.addingWithinBounds($1.net) : $0 })
        }

        let total = max(0, byDay.reduce(Int64(0)) { $0.addingWithinBounds($1.net) })
        self.total = total
        self.today = sum(from: today)
        thisWeek = sum(from: today.startOfWeek(from: weekStart))
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

    /// The sum of each day on which there is something to sum up, in their order.
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

    /// By the moments, not by the clock: somebody who flies west meets an hour again.
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
