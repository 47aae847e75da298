// A time zone as a calendar file tells it (RFC 5545 §3.6.5): no program
// that reads the file has to know the zone, nor to know it alike.

import Foundation
import Ledger

/// A time zone over a stretch of days, with each change of its clocks therein.
struct ReminderZone: Sendable {
    /// A time during which the clocks go alike.
    private struct Observance: Sendable {
        /// In seconds since 1970-01-01 UTC. The first one began before it was looked.
        let begin: Int
        /// Seconds east of UTC.
        let offset: Int
        let isDaylight: Bool
    }

    let name: String
    /// The day before which the zone is not told.
    private let firstDay: CivilDay
    /// In their order, and never empty.
    private let observances: [Observance]

    /// - Parameter name: The zone's IANA name.
    init(_ zone: TimeZone, name: String, from first: CivilDay, through last: CivilDay) {
        self.name = name
        firstDay = first.adding(-4)
        // No clock is further than a day from UTC.
        let begin = first.adding(-2).number * 86_400, end = last.adding(3).number * 86_400
        func observance(from date: Date) -> Observance {
            Observance(
                begin: Int(date.timeIntervalSince1970.rounded()), offset: zone.secondsFromGMT(for: date),
                isDaylight: zone.isDaylightSavingTime(for: date))
        }
        var date = Date(timeIntervalSince1970: Double(begin))
        var latest = observance(from: date)
        var observances = [latest]
        while let next = zone.nextDaylightSavingTimeTransition(after: date), next > date,
            next.timeIntervalSince1970 < Double(end)
        {
            date = next
            let following = observance(from: next)
            // A zone may change its name, or what it calls summer, and no clock.
            guard following.offset != latest.offset else { continue }
            observances.append(following)
            latest = following
        }
        self.observances = observances
    }

    /// When the clocks show the time. Of two times it is the first; a time
    /// that is left out is told by the clock as it went before (RFC 5545 §3.3.5).
    func moment(of time: ReminderTime) -> ReminderTime {
        var before = observances[0].offset
        for (place, observance) in observances.enumerated() {
            let moment = time.seconds - observance.offset
            let isOver = place + 1 < observances.count && moment >= observances[place + 1].begin
            if !isOver {
                let isLeftOut = place > 0 && moment < observance.begin
                return ReminderTime(seconds: isLeftOut ? time.seconds - before : moment)
            }
            before = observance.offset
        }
        return ReminderTime(seconds: time.seconds - before)
    }

    /// The component, line by line.
    var lines: [String] {
        var lines = ["BEGIN:VTIMEZONE", "TZID:\(name)"]
        var before = observances[0].offset
        for (place, observance) in observances.enumerated() {
            let part = observance.isDaylight ? "DAYLIGHT" : "STANDARD"
            // As the clocks showed it that went until then.
            let onset =
                place == 0 ? ReminderTime(firstDay) : ReminderTime(seconds: observance.begin + before)
            lines += [
                "BEGIN:\(part)", "DTSTART:\(onset.text)", "TZOFFSETFROM:\(Self.text(before))",
                "TZOFFSETTO:\(Self.text(observance.offset))", "END:\(part)",
            ]
            before = observance.offset
        }
        return lines + ["END:VTIMEZONE"]
    }

    /// `+0530`; with seconds where a zone of old has some.
    private static func text(_ offset: Int) -> String {
        let size = abs(offset)
        var parts = [size / 3600, size / 60 % 60]
        if size % 60 != 0 { parts.append(size % 60) }
        return (offset < 0 ? "-" : "+") + parts.map { $0 < 10 ? "0\($0)" : String($0) }.joined()
    }
}
