// The new place of a row in an ordered list.

import Ledger

struct PlaceForm: Decodable, Sendable {
    /// The row to follow; empty: the first place.
    var after: String?
}

extension String {
    /// The row; nil if the text is empty.
    ///
    /// - Throws: The given refusal if the text is invalid.
    func name(orElse refusal: Refusal) throws -> Name? {
        guard !isEmpty else { return nil }
        guard let name = Name(self) else { throw refusal }
        return name
    }
}
