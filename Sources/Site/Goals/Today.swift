// What day it is for a visitor.

import Hummingbird
import Ledger

/// The visitor's present day, and the time zone that it was found by.
struct Today: Sendable {
    let day: CivilDay
    let zone: ClientZone
}

extension Today {
    /// - Parameter account: Whose days begin at an hour of their own; nil: at midnight.
    init(of account: AccountID?, _ request: Request, _ ledger: Ledger, now: Moment) throws {
        let zone = ClientZone(of: request)
        let dayStart = try account.map { try ledger.calendar(of: $0).dayStart } ?? .midnight
        self.init(day: zone.day(at: now, from: dayStart), zone: zone)
    }
}
