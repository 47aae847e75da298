// A goal's reminder as a calendar file (RFC 5545), which works even where Fivebar
// itself cannot notify.

import Ledger

/// An event with an alarm on each day of a goal.
struct ReminderCalendar: Sendable {
    /// The goal's name.
    let name: String
    let first: CivilDay
    let last: CivilDay
    /// Minute of the day, 0 to 1439.
    let minute: Int
    /// Nil: the local time of the device that rings, wherever it is.
    let zone: ReminderZone?
    /// Unique worldwide and stable for the goal, so that calendars recognise the
    /// event on an update.
    let identifier: String
    /// Of versions with the same identifier, the highest is valid.
    let sequence: Int64
    /// The absolute address of the goal's page.
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
        // With a zone the end must be in UTC, otherwise in local time (§3.3.10).
        let until = zone.map { $0.moment(of: end).text + "Z" } ?? end.text
        let summary = ReminderLine.escaped(name)
        var lines = [
            "BEGIN:VEVENT", "UID:" + ReminderLine.escaped(identifier), "DTSTAMP:\(stamp.text)Z",
            "SEQUENCE:\(sequence)", "DTSTART\(place):\(begin.text)", "DURATION:PT5M",
            "RRULE:FREQ=DAILY;UNTIL=" + until, "SUMMARY:" + summary,
        ]
        if let address { lines.append("URL:" + address) }
        lines += [
            // Five minutes that do not show as busy.
            "TRANSP:TRANSPARENT", "BEGIN:VALARM", "ACTION:DISPLAY", "DESCRIPTION:" + summary,
            "TRIGGER:PT0S", "END:VALARM", "END:VEVENT",
        ]
        return lines
    }
}
