// Localised dates, times of day and durations, from patterns and names in the
// catalog: ICU has them too, but is 40 MB.

import Ledger

extension Words {
    enum NameLength: Sendable { case long, short }

    /// "21 November", or short "21 Nov"; with the weekday "Saturday 21 November",
    /// with the year "21 November 2026".
    func date(
        _ day: CivilDay, _ length: NameLength = .long, withWeekday: Bool = false, withYear: Bool = false
    ) -> String {
        let civil = day.civil, isLong = length == .long
        let number = civil.day == 1 ? self[.dateFirst] : String(civil.day)
        let month = name(civil.month - 1, in: isLong ? .dateMonths : .dateMonthsShort)
        var text = self(isLong ? .dateDay : .dateDayShort, number, month)
        if withYear { text = self(isLong ? .dateYear : .dateYearShort, text, String(civil.year)) }
        if withWeekday {
            text = self(isLong ? .dateWeekday : .dateWeekdayShort, weekday(day.weekday, length), text)
        }
        return text
    }

    /// The same as a heading, which begins with a capital in every language that has them:
    /// "Sábado 21 de noviembre".
    func heading(_ day: CivilDay, withYear: Bool) -> String {
        let date = date(day, withWeekday: true, withYear: withYear)
        return date.capitalizedFirst
    }

    /// "Today", "Yesterday", or the date; with the year if it is not the current one.
    func heading(of day: CivilDay, today: CivilDay) -> String {
        if day == today { return self[.historyToday] }
        if day == today.adding(-1) { return self[.historyYesterday] }
        return heading(day, withYear: day.civil.year != today.civil.year)
    }

    /// "Saturday", "Sat".
    func weekday(_ weekday: Weekday, _ length: NameLength = .long) -> String {
        name(weekday.rawValue, in: length == .long ? .dateWeekdays : .dateWeekdaysShort)
    }

    /// "November", "Nov", in the stand-alone form.
    func month(_ month: CivilMonth, _ length: NameLength = .long) -> String {
        name(month.month - 1, in: length == .long ? .dateMonthsAlone : .dateMonthsAloneShort)
    }

    /// "November 2026".
    func monthAndYear(_ month: CivilMonth) -> String {
        self(.dateMonth, self.month(month), String(month.year))
    }

    /// "14:05", "2:05 pm". Wraps around at midnight.
    func time(minuteOfDay: Int) -> String {
        let minute = (minuteOfDay % 1440 + 1440) % 1440
        let hour = minute / 60
        let digits =
            switch self[.timeClock] {
            case "h": String(Self.hourOfTwelve(hour))
            case "HH": hour.padded()
            default: String(hour)
            }
        return self(hour < 12 ? .timeMorning : .timeAfternoon, digits, (minute % 60).padded())
    }

    /// A short hour: "14 h", "2 pm". Where it looks like a time, it is written as one: "06:00".
    ///
    /// - Parameter hour: 0 to 23.
    func hour(_ hour: Int) -> String {
        let shown = self[.timeClock] == "h" ? Self.hourOfTwelve(hour) : hour
        let short = self(hour < 12 ? .hourMorning : .hourAfternoon, String(shown))
        return short.contains(":") ? time(minuteOfDay: hour * 60) : short
    }

    /// When days begin; nil for midnight.
    func sentence(for dayStart: DayStart) -> String? {
        dayStart == .midnight ? nil : self(.calendarDaysBegin, startOfDay(atHour: dayStart.hour))
    }

    /// An hour at which days may begin. On a 12-hour clock, where many misread 12:00 am and 12:00 pm, these are
    /// "midnight" and "noon".
    ///
    /// - Parameter hour: 0 to 23.
    func startOfDay(atHour hour: Int) -> String {
        guard self[.timeClock] == "h", hour % 12 == 0 else { return time(minuteOfDay: hour * 60) }
        return self[hour == 0 ? .timeMidnight : .timeNoon]
    }

    /// A range of dates: "1 Sep – 29 Nov". Equal ends are shown once, and a line ends only between the two.
    func range(_ from: String, _ to: String) -> String {
        let ends = [from, to].map { $0.replacing(" ", with: "\u{A0}") }
        return from == to ? ends[0] : self(.dateRange, ends[0], ends[1])
    }

    /// A range of times: "14:00–15:00", which does not break. The longer "2:00 pm – 3:00 pm" does, but only after the
    /// dash.
    func range(fromMinute from: Int, to: Int) -> String {
        self(.timeRange, time(minuteOfDay: from), time(minuteOfDay: to))
    }

    /// A duration in its two largest units, rounded down: "3 days 4 hours".
    func duration(milliseconds: Int64) -> String {
        let minutes = max(0, milliseconds) / 60_000
        let units: [(Phrase, Int64)] = [
            (.durationDays, minutes / 1440), (.durationHours, minutes / 60 % 24),
            (.durationMinutes, minutes % 60),
        ]
        guard let first = units.firstIndex(where: { $0.1 > 0 }) else {
            return self(.durationMinutes, number: 0)
        }
        let large = self(units[first].0, number: units[first].1)
        guard first + 1 < units.count, units[first + 1].1 > 0 else { return large }
        return self(.durationTwo, large, self(units[first + 1].0, number: units[first + 1].1))
    }

    private func name(_ place: Int, in phrase: Phrase) -> String {
        let names = names(phrase)
        return names.indices.contains(place) ? names[place] : ""
    }

    private static func hourOfTwelve(_ hour: Int) -> Int { (hour + 11) % 12 + 1 }
}

extension String {
    /// With its first letter in upper case.
    var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}
