// Permanently deletes all counters: the one action that cannot be undone.

import HTTPTypes
import Hummingbird
import Ledger

struct DeletionController: Sendable {
    let ledger: Ledger
    let links: Links
    let configuration: SiteConfiguration
    let operations: OperationWriter

    func show(_ request: Request, _ context: PageContext) async throws -> Response {
        try page(DeletionForm(), flaw: nil, status: .ok, context.presentation, context)
    }

    func create(_ request: Request, _ context: PageContext) async throws -> Response {
        let form = try await request.form(Stamped<DeletionForm>.self, upTo: configuration.largestForm)
        let words = context.words
        guard words.isDeletionWord(form.word ?? "") else {
            return try refusal(form, .otherWord, context)
        }
        let newest = form.newest.flatMap { Counter.ID($0) } ?? 0
        let operation = try operations.operation(.deleteAll(newest: newest), form.stamp, from: request)
        do {
            _ = try await operations.apply(operation, context)
        } catch Refusal.countersWereAdded {
            return try refusal(form, .countersWereAdded, context)
        } catch Refusal.unknownDevice {
            return try refusal(form, nil, context)
        }
        return .seeOther(links.home(telling: operation.id))
    }

    /// The page with current figures.
    private func refusal(
        _ form: Stamped<DeletionForm>, _ flaw: DeletionPage.Flaw?, _ context: PageContext
    ) throws -> Response {
        try page(
            form.fields, flaw: flaw, status: .unprocessableContent,
            context.presentation(answering: form.stamp, in: ledger), context)
    }

    private func page(
        _ form: DeletionForm, flaw: DeletionPage.Flaw?, status: HTTPResponse.Status,
        _ presentation: Presentation, _ context: PageContext
    ) throws -> Response {
        let words = context.words
        let visitor = try context.visitor(in: ledger)
        let deletionScope = try visitor.map { try ledger.deletionScope(of: $0.account) } ?? .nothing
        let page = DeletionPage(
            form, deletionScope, of: visitor?.account, flaw: flaw,
            operation: operations.newOperationID().text,
            words, links)
        return try .page(page, in: presentation, status: status, isSecret: true)
    }
}
