// What the address and the clock say of goals: which one, which day, and what
// day it is for whoever asks.

import Hummingbird
import Ledger

extension RequestContext {
    /// The goal that the address names, by its number or by the operation that made it.
    ///
    /// - Throws: ``Refusal/noSuchGoal`` where it can name none.
    func goalName() throws -> Name {
        guard let name = parameters.get("id").flatMap({ Name($0) }) else { throw Refusal.noSuchGoal }
        return name
    }

    /// The day that the address names.
    ///
    /// - Throws: 404 for a date that the calendar has not.
    func civilDay() throws -> CivilDay {
        guard let day = parameters.get("day").flatMap({ CivilDay($0) }) else {
            throw HTTPError(.notFound)
        }
        return day
    }
}

/// The day it is for whoever asks, and the zone it was told by.
struct Today: Sendable {
    let day: CivilDay
    let zone: ClientZone
}

extension Site {
    /// The visitor, also of a request that writes, before which nobody looks them up.
    func knownVisitor(_ context: PageContext) throws -> Visitor {
        guard let visitor = try context.visitor ?? context.token.flatMap({ try ledger.visitor($0.hash) })
        else { throw Refusal.unknownDevice }
        return visitor
    }

    /// - Parameter account: Whose days begin at an hour of their own; nil: at midnight.
    func today(of account: AccountID?, _ request: Request) throws -> Today {
        let zone = ClientZone(of: request)
        let dayStart = try account.map { try ledger.calendar(of: $0).dayStart } ?? .midnight
        return Today(day: zone.day(at: configuration.now(), from: dayStart), zone: zone)
    }
}
