// Which goal and which day a request is about.

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
