// A goal's page, and archiving. An unchanged page is answered with 304, or from the cache.

import HTTPTypes
import Hummingbird
import Ledger
import NIOCore

struct GoalController: Sendable {
    let ledger: Ledger
    let links: Links
    let configuration: SiteConfiguration
    let operations: OperationWriter
    /// Part of every `ETag`: a hash of everything pages are made from.
    let edition: String
    let goalPageCache: Deferred<GoalPageCache>
    let longReads: LongReads

    func show(_ request: Request, _ context: VisitorContext) async throws -> Response {
        let presentation = context.presentation, visitor = context.visitor
        let cache = goalPageCache.value, name = try context.goalName()
        let version = GoalPageCache.Version(
            account: visitor.account, goal: name, revision: visitor.revision)
        let goal = try cache.goals.value(for: version) { try ledger.goal(name, of: visitor.account) }
        let id = goal.id
        let today = Today(of: visitor, request, now: configuration.now())
        let years = GoalYears(
            of: goal, asked: request.uri.queryParameters.get("year", as: Int.self), today: today.day)
        let key = GoalPageCache.Key(
            account: visitor.account, goal: id, year: years?.shown.number, revision: visitor.revision,
            today: today.day,
            zone: today.zone.name, language: presentation.words.language)
        let tag = key.tag(edition: edition, presentation.appearance)
        if request.hasPage(tagged: tag) { return .notModified(tag) }
        let cached = cache.plain.goals[key]
        var response: Response
        if request.acceptsGzip, let cached {
            response = cache.compressed.goals.value(for: key) { PageFrame(cached) }.page(presentation)
        } else {
            let rows = cached == nil ? try ledger.rowsRead(forGoal: id, of: visitor.account) : 0
            let drawn = try await longReads.read(rows: rows, of: visitor.account) {
                // Somebody who had their turn before may have read the same.
                try cache.plain.goals.value(for: key) {
                    let record = try ledger.record(of: goal, of: visitor.account)
                    let values = try GoalPage.values(
                        record, years, today, revision: visitor.revision, links, presentation,
                        months: cache.months)
                    return PageFrame(
                        try skeleton(presentation).filled(with: values, leaving: Appearance.Gap.self))
                }
            }
            response = drawn.page(presentation)
        }
        response.headers[.eTag] = tag
        return response
    }

    /// The page of any goal, for a browser that has no network and has not kept the goal's own.
    func showBlank(_ request: Request, _ context: PageContext) async throws -> Response {
        let presentation = context.presentation
        let today = Today(of: context.visitor, request, now: configuration.now())
        let page = GoalPage(presentation.words, isBlank: true)
        let values = try GoalPage.blankValues(
            today, links, presentation, months: goalPageCache.value.months)
        return PageFrame<_, ByteBuffer>(
            Skeleton<GoalPage.Gap>(try presentation.templates.render(page))
                .filled(with: values, leaving: Appearance.Gap.self)
        ).page(presentation)
    }

    private func skeleton(_ presentation: Presentation) throws -> Skeleton<GoalPage.Gap> {
        try goalPageCache.value.skeletons.value(for: presentation.words.language) {
            Skeleton(try presentation.templates.render(GoalPage(presentation.words)))
        }
    }

    /// Archives the goal, or unarchives it. Its days stay as they are.
    func archive(_ request: Request, _ context: PageContext) async throws -> Response {
        let id = try context.goalName()
        let form = try await request.form(Stamped<ArchiveForm>.self, upTo: configuration.largestForm)
        guard let isArchived = Bool(typed: form.archived) else {
            throw HTTPError(.unprocessableContent)
        }
        let operation = try operations.operation(
            .archiveGoal(id, isArchived: isArchived), form.stamp, from: request)
        let receipt = try await operations.apply(operation, context)
        let answer = try operations.answer(receipt, offering: operation.id, on: .goals, request, context)
        if let answer { return .json(answer) }
        return .seeOther(links.goals(telling: operation.id))
    }
}
