// Which goal and which day a request refers to.

import Hummingbird
import Ledger

extension RequestContext {
    /// The goal in the address, by its number or by the operation that created it.
    ///
    /// - Throws: ``Refusal/noSuchGoal`` if it can be neither.
    func goalName() throws -> Name {
        guard let name = parameters.get("id").flatMap({ Name($0) }) else { throw Refusal.noSuchGoal }
        return name
    }

    /// The day in the address.
    ///
    /// - Throws: 404 for a date that does not exist.
    func civilDay() throws -> CivilDay {
        guard let day = parameters.get("day").flatMap({ CivilDay($0) }) else {
            throw HTTPError(.notFound)
        }
        return day
    }
}
