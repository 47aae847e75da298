// Which counter a request refers to.

import Hummingbird
import Ledger

extension RequestContext {
    /// The counter in the address, by its number or by the operation that created it.
    ///
    /// - Throws: ``Refusal/noSuchCounter`` if it can be neither.
    func counterName() throws -> Name {
        guard let name = parameters.get("id").flatMap({ Name($0) }) else { throw Refusal.noSuchCounter }
        return name
    }
}
