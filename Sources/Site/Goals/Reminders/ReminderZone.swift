// A time zone's definition in a calendar file (RFC 5545 §3.6.5), so that programs
// that read the file need not know the zone or agree on its rules.

import Foundation
import Ledger

/// A time zone over a range of days, with each clock change in it.
struct ReminderZone: Sendable {
    /// A period with one UTC offset.
    private struct Observance: Sendable {
        /// In seconds since 1970-01-01 UTC. For the first one, a time before the range.
        let begin: Int
        /// Seconds east of UTC.
        let offset: Int
        let isDaylight: Bool
    }

    let name: String
    /// The day before which the zone is not defined.
    private let firstDay: CivilDay
    /// In order, and never empty.
    private let observances: [Observance]

    /// - Parameter name: The zone's IANA name.
    init(_ zone: TimeZone, name: String, from first: CivilDay, through last: CivilDay) {
        self.name = name
        firstDay = first.adding(-4)
        // No UTC offset is more than a day.
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
            // A transition may change only the zone's name or its DST flag, and not the offset.
            guard following.offset != latest.offset else { continue }
            observances.append(following)
            latest = following
        }
        self.observances = observances
    }

    /// The moment at which clocks show a local time: the first one if there are
    /// two; a skipped time is interpreted with the offset before the gap (RFC
    /// 5545 §3.3.5).
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

    /// The lines of the component.
    var lines: [String] {
        var lines = ["BEGIN:VTIMEZONE", "TZID:\(name)"]
        var before = observances[0].offset
        for (place, observance) in observances.enumerated() {
            let part = observance.isDaylight ? "DAYLIGHT" : "STANDARD"
            // In local time before the change.
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

    /// `+0530`; with seconds for historical zones that have them.
    private static func text(_ offset: Int) -> String {
        let size = abs(offset)
        var parts = [size / 3600, size / 60 % 60]
        if size % 60 != 0 { parts.append(size % 60) }
        return (offset < 0 ? "-" : "+") + parts.map { $0.padded() }.joined()
    }
}
