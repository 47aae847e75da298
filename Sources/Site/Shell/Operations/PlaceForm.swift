// Where somebody wants a row of an ordered list to stand.

import Ledger

struct PlaceForm: Decodable, Sendable {
    /// What to stand right after; empty: the first place.
    var after: String?
}

extension String {
    /// What the text names; nil where it is empty.
    ///
    /// - Throws: The refusal, where it can name nothing.
    func name(orElse refusal: Refusal) throws -> Name? {
        guard !isEmpty else { return nil }
        guard let name = Name(self) else { throw refusal }
        return name
    }
}
