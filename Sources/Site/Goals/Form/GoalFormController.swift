// Creates and edits goals.

import HTTPTypes
import Hummingbird
import Ledger

struct GoalFormController: Sendable {
    let ledger: Ledger
    let links: Links
    let configuration: SiteConfiguration
    let operations: OperationWriter
    let longReads: LongReads

    func new(_ request: Request, _ context: PageContext) async throws -> Response {
        let today = Today(of: context.visitor, request, now: configuration.now())
        let account = context.visitor?.account
        var form = GoalForm()
        form.color = try account.map { try String(ledger.nextColor(forGoalOf: $0)) }
        return try await page(form, .init(), of: nil, account, today, context.presentation)
    }

    func create(_ request: Request, _ context: PageContext) async throws -> Response {
        let words = context.words
        let form = try await request.form(Stamped<GoalForm>.self, upTo: configuration.largestForm)
        // Somebody who creates a goal may have no account yet.
        let visitor = try await TypedText.keeping(form.name ?? "") {
            guard let account = form.stamp.account else { return try context.visitor(in: ledger) }
            return try context.knownVisitor(in: ledger, for: account)
        }
        let account = visitor?.account
        let today = Today(of: visitor, request, now: configuration.now())
        let draft: GoalDraft
        do {
            draft = try form.fields.draft(today: today.day, words)
        } catch let flaws {
            let presentation = try context.presentation(answering: form.stamp, in: ledger)
            return try await page(form.fields, flaws, of: nil, account, today, presentation)
        }
        let made = try await TypedText.keeping(draft.name) {
            try await operations.create(.createGoal(draft), form.stamp, request, context)
        }
        return made.seeOther(made.receipt.goal.map { links.goalToday($0) } ?? links.goals)
    }

    func edit(_ request: Request, _ context: VisitorContext) async throws -> Response {
        let account = context.account
        let goal = try ledger.goal(context.goalName(), of: account)
        let today = Today(of: context.visitor, request, now: configuration.now())
        return try await page(GoalForm(goal), .init(), of: goal, account, today, context.presentation)
    }

    /// The form of any goal, for a browser that has no network and has not kept the goal's own.
    func showBlank(_ request: Request, _ context: PageContext) async throws -> Response {
        let today = Today(of: context.visitor, request, now: configuration.now())
        let goal = GoalRecord.blank(on: today.day).goal
        // An operation's id that many browsers have would be somebody's already.
        var page = GoalFormPage(
            GoalForm(goal), .init(), of: goal, counters: [], today: today, operation: "", context.words, links
        )
        page.isBlank = true
        return try .page(page, in: context.presentation)
    }

    func save(_ request: Request, _ context: PageContext) async throws -> Response {
        let words = context.words
        let form = try await request.form(Stamped<GoalForm>.self, upTo: configuration.largestForm)
        let visitor = try await TypedText.keeping(form.name ?? "") {
            try context.knownVisitor(in: ledger, for: form.stamp.account)
        }
        let account = visitor.account
        let goal = try ledger.goal(context.goalName(), of: account)
        let today = Today(of: visitor, request, now: configuration.now())
        let draft: GoalDraft
        do {
            draft = try form.fields.draft(today: today.day, words)
        } catch let flaws {
            let presentation = try context.presentation(answering: form.stamp, in: ledger)
            return try await page(form.fields, flaws, of: goal, account, today, presentation)
        }
        return try await TypedText.keeping(draft.name) {
            // Fields that the user left as shown are not changed, even if they
            // have another value by now.
            let change = Change.editGoal(goal.id, draft, shown: form.fields.shownDraft ?? GoalDraft(goal))
            let operation = try operations.operation(change, form.stamp, from: request)
            _ = try await operations.apply(operation, context)
            return .seeOther(links.goalToday(goal.id))
        }
    }

    private func page(
        _ form: GoalForm, _ flaws: GoalForm.Flaws, of goal: Goal?, _ account: AccountID?, _ today: Today,
        _ presentation: Presentation
    ) async throws -> Response {
        let isSound = flaws == GoalForm.Flaws()
        // They are offered to be followed.
        let rows = try account.map { try ledger.rowsRead(forCountersOf: $0) } ?? 0
        return try await longReads.read(rows: rows, of: account) {
            let followed = form.counter.flatMap { Counter.ID($0) }
            let page = GoalFormPage(
                form, flaws, of: goal,
                counters: try account.map { try ledger.counters(of: $0, including: followed) } ?? [],
                today: today, operation: operations.newOperationID().text, presentation.words, links)
            return try .page(
                page, in: presentation, status: isSound ? .ok : .unprocessableContent, isSecret: true,
                isKept: true)
        }
    }
}
