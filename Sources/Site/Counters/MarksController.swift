// Increments and decrements. Contains no counting logic: each handler translates
// a form into one operation, and its receipt into a response.

import HTTPTypes
import Hummingbird
import Ledger

struct MarksController: Sendable {
    let links: Links
    let configuration: SiteConfiguration
    let operations: OperationWriter

    func create(_ request: Request, _ context: PageContext) async throws -> Response {
        try await apply({ .increment($0, by: $1) }, at: .tap, request, context)
    }

    func erase(_ request: Request, _ context: PageContext) async throws -> Response {
        try await apply({ .decrement($0, by: $1) }, at: .minus, request, context)
    }

    private func apply(
        _ change: (Name, Int64?) -> Change, at control: Links.Control, _ request: Request,
        _ context: PageContext
    ) async throws -> Response {
        let name = try context.counterName()
        let form = try await request.form(Stamped<TapForm>.self, upTo: configuration.largestForm)
        let operation = try operations.operation(change(name, form.step), form.stamp, from: request)
        let receipt = try await operations.apply(operation, context)
        if let answer = operations.answer(receipt, request, context) { return .json(answer) }
        // A tap on an outdated page may count on a counter that is in the trash by now.
        guard let id = receipt.counter, !receipt.isDeleted else {
            return .seeOther(form.from == .watch ? links.watch : links.trash)
        }
        switch form.from {
        case .counter: return .seeOther(links.counter(id, at: control))
        case .full: return .seeOther(links.fullScreen(of: id))
        case .watch: return .seeOther(links.watch(of: id))
        case nil: return .seeOther(links.home(at: control, of: id))
        }
    }
}
