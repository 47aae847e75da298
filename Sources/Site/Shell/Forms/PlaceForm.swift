// The new place of a row in an ordered list.

import Hummingbird
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

extension OperationWriter {
    /// Moves a row of an ordered list to the place that its form asks for.
    ///
    /// - Parameters:
    ///   - refusal: The reason if the row to follow can be none.
    ///   - change: The change that moves it right after a row, or to the top.
    func move(
        orElse refusal: Refusal, _ request: Request, _ context: PageContext, by change: (Name?) -> Change
    ) async throws -> (operation: OperationID, receipt: Receipt) {
        let form = try await request.form(Stamped<PlaceForm>.self, upTo: configuration.largestForm)
        let neighbour = try (form.after ?? "").name(orElse: refusal)
        let operation = try operation(change(neighbour), form.stamp, from: request)
        return (operation.id, try await apply(operation, context))
    }
}
