// The current date for a visitor.

import Hummingbird
import Ledger

/// The visitor's current day, and the time zone it was determined with.
struct Today: Sendable {
    let day: CivilDay
    let zone: ClientZone
    let dayStart: DayStart
}

extension Today {
    /// - Parameter account: Its start of the day applies; nil: midnight.
    init(of account: AccountID?, _ request: Request, _ ledger: Ledger, now: Moment) throws {
        self.init(
            request, from: try account.map { try ledger.calendar(of: $0).dayStart } ?? .midnight, now: now)
    }

    /// - Parameter visitor: Their start of the day applies; nil: midnight.
    init(of visitor: Visitor?, _ request: Request, now: Moment) {
        self.init(request, from: visitor?.calendar.dayStart ?? .midnight, now: now)
    }

    private init(_ request: Request, from dayStart: DayStart, now: Moment) {
        let zone = ClientZone(of: request)
        self.init(day: zone.day(at: now, from: dayStart), zone: zone, dayStart: dayStart)
    }
}
