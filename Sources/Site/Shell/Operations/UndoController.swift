// Taking back whatever was done, wherever the wish was made.

import HTTPTypes
import Hummingbird
import Ledger

struct UndoForm: Decodable, Sendable {
    /// The operation to take back.
    var undo: String?
    /// Where the wish was made, in a notice.
    var from: Notice.Origin?
}

struct UndoController: Sendable {
    let site: Site

    func create(_ request: Request, _ context: PageContext) async throws -> Response {
        let form = try await request.form(Stamped<UndoForm>.self, upTo: site.configuration.largestForm)
        guard let undone = form.undo.flatMap({ OperationID($0) }) else { throw Refusal.cannotBeUndone }
        let operation = try site.operation(
            .undo(undone), form.stamp, from: request)
        let receipt = try await site.apply(operation, context)
        var answer = site.answer(receipt, request, context)
        // A count that was taken back by its key tells itself, and is offered nothing.
        if let origin = form.from {
            answer = try site.answer(receipt, offering: operation.id, on: origin, request, context)
        }
        if let answer { return try .json(answer) }
        return .seeOther(try address(after: operation.id, receipt, from: form.from ?? .home))
    }

    /// Where the wish to take something back was made, offering to do it again.
    private func address(
        after operation: OperationID, _ receipt: Receipt, from origin: Notice.Origin
    ) throws -> String {
        let id = receipt.counter ?? 0
        // Taking back that a counter was made leaves none to stand at.
        guard origin == .goals || (try? site.ledger.counter(id, of: receipt.account)) != nil else {
            return site.links.home(telling: operation)
        }
        switch origin {
        case .home: return site.links.home(undo: operation, at: .tap, of: id)
        case .arrange: return site.links.arrangement(at: id, undo: operation)
        case .history:
            let entry = try site.ledger.summary(of: operation, of: receipt.account)?.entry
            return site.links.history(of: id, around: entry, undo: operation)
        case .goals: return site.links.goals(telling: operation)
        }
    }
}
