// Which counter a request is about.

import Hummingbird
import Ledger

extension RequestContext {
    /// The counter that the address names, by its number or by the operation that made it.
    ///
    /// - Throws: ``Refusal/noSuchCounter`` where it can name none.
    func counterName() throws -> Name {
        guard let name = parameters.get("id").flatMap({ Name($0) }) else { throw Refusal.noSuchCounter }
        return name
    }
}
