// A time in iCalendar format (RFC 5545 §3.3.5).

import Ledger

/// A local time, in seconds since 1970-01-01 00:00 local time. The zone is not part of it.
struct ReminderTime: Sendable, Hashable {
    let seconds: Int

    init(seconds: Int) { self.seconds = seconds }

    /// - Parameter minute: Minute of the day, from 0.
    init(_ day: CivilDay, minute: Int = 0) { seconds = day.number * 86_400 + minute * 60 }

    /// `20261121T073000`.
    var text: String {
        let day = CivilDay(of: Moment(milliseconds: Int64(seconds) * 1000), zoneOffset: 0)
        let time = seconds - day.number * 86_400
        let digits = [time / 3600, time / 60 % 60, time % 60].map { $0.padded() }
        return day.description.replacing("-", with: "") + "T" + digits.joined()
    }
}
