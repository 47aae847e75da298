// Shows counters and today's goals on the screen of a watch. What is done there is posted to the same addresses as from
// any page, with `from=watch`, which leads back here.

import Hummingbird
import Ledger

struct WatchController: Sendable {
    let ledger: Ledger
    let links: Links
    let configuration: SiteConfiguration
    let operations: OperationWriter
    let longReads: LongReads

    func show(_ request: Request, _ context: PageContext) async throws -> Response {
        let account = context.visitor?.account
        let today = Today(of: context.visitor, request, now: configuration.now())
        let rows = try account.map { try ledger.rowsRead(forCountersOf: $0) } ?? 0
        return try await longReads.read(rows: rows, of: account) {
            let counters = try account.map { try ledger.counters(of: $0) } ?? []
            let due = try account.map { try ledger.goalDays(on: today.day, of: $0) } ?? []
            let page = WatchPage(
                counters, due, page: request.uri.queryParameters.get("page", as: Int.self) ?? 1, today,
                notice: try operations.notice(request, context, on: .watch),
                isUnrecognized: context.isUnrecognized(configuration), context.words, links)
            return try .page(page, in: context.presentation)
        }
    }

    func showCounter(_ request: Request, _ context: VisitorContext) async throws -> Response {
        let counter = try ledger.counter(context.counterName(), of: context.account)
        let notice = try operations.notice(request, context.page, on: .watch)
        return try .page(
            WatchCounterPage(counter, notice: notice, context.words), in: context.presentation)
    }

    func askReset(_ request: Request, _ context: VisitorContext) async throws -> Response {
        let counter = try ledger.counter(context.counterName(), of: context.account)
        let page = WatchResetPage(
            id: counter.id, question: context.words(.resetQuestion, counter.title),
            operation: operations.newOperationID().text, seen: counter.count, since: counter.revision,
            back: links.watch(of: counter.id))
        return try .page(page, in: context.presentation, isSecret: true)
    }
}
