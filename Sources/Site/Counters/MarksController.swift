// A tap, and a tap taken back. They decide nothing about counting: each
// translates a form into one operation, and its receipt into an answer.

import HTTPTypes
import Hummingbird
import Ledger

struct MarksController: Sendable {
    let site: Site

    func create(_ request: Request, _ context: SiteContext) async throws -> Response {
        try await apply({ .increment($0) }, at: .tap, request, context)
    }

    func erase(_ request: Request, _ context: SiteContext) async throws -> Response {
        try await apply({ .decrement($0) }, at: .minus, request, context)
    }

    private func apply(
        _ change: (Counter.ID) -> Change, at control: Links.Control, _ request: Request,
        _ context: SiteContext
    ) async throws -> Response {
        let id = try context.counterID()
        let form = try await request.form(OperationForm.self, upTo: site.configuration.largestForm)
        let operation = try site.operation(change(id), id: form.operation, at: form.at, offset: form.offset)
        let receipt = try await site.apply(operation, context)
        guard request.wantsJSON, let words = context.voice?.words else {
            return .seeOther(site.links.home(at: control, of: id))
        }
        return try .json(
            CounterNote(
                counter: id, count: String(receipt.count), revision: receipt.revision,
                formattedCount: words.number(receipt.count), label: words.spoken(receipt.count, receipt.style)
            )
        )
    }
}
