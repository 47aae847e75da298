// The list of goals and its order. An unchanged list is answered with 304, or from the cache.

import HTTPTypes
import Hummingbird
import Ledger
import NIOCore

struct GoalsController: Sendable {
    let ledger: Ledger
    let links: Links
    let configuration: SiteConfiguration
    let operations: OperationWriter
    /// Part of every `ETag`: a hash of everything pages are made from.
    let edition: String
    let goalPageCache: Deferred<GoalPageCache>
    let longReads: LongReads

    func show(_ request: Request, _ context: PageContext) async throws -> Response {
        let presentation = context.presentation
        let visitor = context.visitor, account = visitor?.account
        let today = Today(of: visitor, request, now: configuration.now())
        if request.uri.query != nil, let notice = try operations.notice(request, context, on: .goals) {
            let page = try await longReads.read(rows: rowsRead(for: account), of: account) {
                try self.page(of: account, today, notice: notice, presentation.words)
            }
            return try .page(page, in: presentation)
        }
        let key = GoalPageCache.Key(
            account: account ?? 0, goal: nil, revision: visitor?.revision ?? 0, today: today.day,
            zone: today.zone.name, language: presentation.words.language,
            isUnrecognized: context.isUnrecognized(configuration))
        let tag = key.tag(edition: edition, presentation.appearance)
        if request.hasPage(tagged: tag) { return .notModified(tag) }
        let cache = goalPageCache.value, isCached = cache.plain.lists[key] != nil
        func drawn<Text>(in form: GoalPageCache.Form<Text>) async throws -> Response {
            let rows = form.lists[key] == nil ? try rowsRead(for: account) : 0
            let frame = try await longReads.read(rows: rows, of: account) {
                // Somebody who had their turn before may have read the same.
                try form.lists.value(for: key) {
                    let page = try page(
                        of: account, today, notice: nil, isUnrecognized: key.isUnrecognized,
                        presentation.words)
                    return PageFrame(Skeleton(try presentation.templates.render(page)))
                }
            }
            return frame.page(presentation)
        }
        var response =
            try await isCached && request.acceptsGzip
            ? drawn(in: cache.compressed) : drawn(in: cache.plain)
        response.headers[.eTag] = tag
        return response
    }

    private func rowsRead(for account: AccountID?) throws -> Int {
        try account.map { try ledger.rowsRead(forGoal: nil, of: $0) } ?? 0
    }

    private func page(
        of account: AccountID?, _ today: Today, notice: Notice?, isUnrecognized: Bool = false, _ words: Words
    ) throws -> GoalsPage {
        let records = try account.map { try ledger.records(of: $0) } ?? []
        return GoalsPage(records, today, notice: notice, isUnrecognized: isUnrecognized, words)
    }

    /// The order as a list of rows, for users who cannot drag.
    func arrange(_ request: Request, _ context: PageContext) async throws -> Response {
        let words = context.words
        let goals = try context.visitor.map { try ledger.goals(of: $0.account) } ?? []
        let notice = try operations.notice(request, context, on: .arrangeGoals)
        let page = ArrangeGoalsPage(
            goals.filter { !$0.isArchived }, context.visitor?.calendar.dayStart ?? .midnight, notice: notice,
            words, links)
        return try .page(page, in: context.presentation)
    }

    /// Moves the goal right after another one, or to the top.
    func savePlace(_ request: Request, _ context: PageContext) async throws -> Response {
        let name = try context.goalName()
        let (operation, receipt) = try await operations.move(orElse: .noSuchGoal, request, context) {
            .moveGoal(name, after: $0)
        }
        let answer = try operations.answer(receipt, offering: operation, on: .arrangeGoals, request, context)
        if let answer { return .json(answer) }
        return .seeOther(links.goalArrangement(at: receipt.goal ?? 0, undo: operation))
    }
}
