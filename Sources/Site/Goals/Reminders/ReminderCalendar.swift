// A goal's reminder as a file that calendars read (RFC 5545): it works
// already where nothing of ours can ring.

import Ledger

/// An event each day of a goal, with an alarm.
struct ReminderCalendar: Sendable {
    /// The goal's.
    let name: String
    let first: CivilDay
    let last: CivilDay
    /// Of the day, 0 to 1439.
    let minute: Int
    /// Nil: by the clock of whatever device rings, wherever it is.
    let zone: ReminderZone?
    /// The same for the same goal, and for no other in the world: by it a calendar knows the event again.
    let identifier: String
    /// Of versions with the same identifier the highest is valid.
    let sequence: Int64
    /// Of the goal's page, with scheme and host.
    let address: String?
    let now: Moment

    /// The whole file.
    var text: String { lines.map { ReminderLine.folded($0) }.joined() }

    private var lines: [String] {
        var lines = [
            "BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Fivebar//Fivebar \(SiteConfiguration.version)//EN",
            "CALSCALE:GREGORIAN",
        ]
        lines += zone?.lines ?? []
        lines += event
        lines.append("END:VCALENDAR")
        return lines
    }

    private var event: [String] {
        let begin = ReminderTime(first, minute: minute), end = ReminderTime(last, minute: minute)
        let stamp = ReminderTime(seconds: Int(now.milliseconds / 1000))
        let place = zone.map { ";TZID=" + $0.name } ?? ""
        // In a zone the end is told by UTC, else by the same clock (§3.3.10).
        let until = zone.map { $0.moment(of: end).text + "Z" } ?? end.text
        let summary = ReminderLine.escaped(name)
        var lines = [
            "BEGIN:VEVENT", "UID:" + ReminderLine.escaped(identifier), "DTSTAMP:\(stamp.text)Z",
            "SEQUENCE:\(sequence)", "DTSTART\(place):\(begin.text)", "DURATION:PT5M",
            "RRULE:FREQ=DAILY;UNTIL=" + until, "SUMMARY:" + summary,
        ]
        if let address { lines.append("URL:" + address) }
        lines += [
            // Five minutes that nobody is busy in.
            "TRANSP:TRANSPARENT", "BEGIN:VALARM", "ACTION:DISPLAY", "DESCRIPTION:" + summary,
            "TRIGGER:PT0S", "END:VALARM", "END:VEVENT",
        ]
        return lines
    }
}
