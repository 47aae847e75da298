// A day of a goal, as a page or a dialog: mark, unmark, note.

import HTTPTypes
import Hummingbird
import Ledger

struct DayController: Sendable {
    let ledger: Ledger
    let links: Links
    let configuration: SiteConfiguration
    let operations: OperationWriter
    let longReads: LongReads

    func show(_ request: Request, _ context: VisitorContext) async throws -> Response {
        var page = try page(
            context.goalName(), context.civilDay(), of: context.account, request, context.words)
        page.notice = try operations.notice(request, context.page, on: .day)
        return try .page(page, in: context.presentation)
    }

    func mark(_ request: Request, _ context: PageContext) async throws -> Response {
        let id = try context.goalName(), day = try context.civilDay()
        let form = try await request.form(Stamped<MarkForm>.self, upTo: configuration.largestForm)
        guard let isDone = Bool(typed: form.done) else {
            throw HTTPError(.unprocessableContent)
        }
        let operation = try operations.operation(
            .markDay(id, day, isDone: isDone), form.stamp, from: request)
        // The watch shows today alone: who presses it on a page of before means no day that is over.
        if form.from == .watch, let visitor = try context.visitor(in: ledger),
            isOver(day, for: visitor, by: operation)
        {
            return .seeOther(links.watch(page: form.page ?? 1))
        }
        let receipt = try await operations.apply(operation, context)
        if request.wantsJSON { return try await .json(answer(on: day, operation, receipt, request, context)) }
        let goal = receipt.goal ?? 0
        return .seeOther(
            form.from == .watch
                ? links.watch(page: form.page ?? 1, at: goal) : links.dayButton(day, of: goal))
    }

    func saveNote(_ request: Request, _ context: PageContext) async throws -> Response {
        let id = try context.goalName(), day = try context.civilDay()
        let form = try await request.form(Stamped<DayNoteForm>.self, upTo: configuration.largestNote)
        let typed = form.note ?? ""
        do {
            return try await TypedText.keeping(typed) {
                let operation = try operations.operation(
                    .noteDay(id, day, note: typed, seen: form.seen), form.stamp, from: request)
                let receipt = try await operations.apply(operation, context)
                if request.wantsJSON {
                    return try await .json(answer(on: day, operation, receipt, request, context))
                }
                let address = links.day(day, of: receipt.goal ?? 0)
                let isTold = try tells(operation, of: receipt.account)
                return .seeOther(address + (isTold ? "?undo=\(operation.id.text)" : "") + "#note")
            }
        } catch let error as TypedText
            where error.reason as? Refusal == .noteIsTooLong && !request.wantsJSON
        {
            let page = try await TypedText.keeping(typed) {
                try self.page(
                    id, day, of: context.knownVisitor(in: ledger, for: form.stamp.account).account, request,
                    context.words, tooLong: typed, seen: form.seen)
            }
            let presentation = try context.presentation(answering: form.stamp, in: ledger)
            return try .page(page, in: presentation, status: .unprocessableContent)
        }
    }

    /// - Parameter typed: A note that was rejected for its length.
    private func page(
        _ name: Name, _ day: CivilDay, of account: AccountID, _ request: Request, _ words: Words,
        tooLong typed: String? = nil, seen: String? = nil
    ) throws -> DayPage {
        let goal = try ledger.goal(name, of: account)
        guard goal.start <= day, day <= goal.end else { throw HTTPError(.notFound) }
        let goalDay = try ledger.goalDay(day, of: goal.id, of: account)
        let note = try typed ?? ledger.note(on: day, of: goal.id, of: account)
        return try DayPage(
            goalDay, counter: counter(of: goal, account), note: note, seen: seen, isTooLong: typed != nil,
            Today(of: account, request, ledger, now: configuration.now()), words, links)
    }

    /// The counter that the goal follows; nil if it follows none, or the counter was deleted.
    private func counter(of goal: Goal, _ account: AccountID) throws -> Counter? {
        do {
            return try goal.follows.map { try ledger.counter($0.counter, of: account) }
        } catch is Refusal {
            return nil
        }
    }

    /// The state of the goal for a script.
    private func answer(
        on day: CivilDay, _ operation: Operation, _ receipt: Receipt, _ request: Request,
        _ context: PageContext
    ) async throws -> GoalAnswer {
        let goal = receipt.goal ?? 0, account = receipt.account
        let rows = try ledger.rowsRead(forGoal: goal, of: account)
        let found = try await longReads.read(rows: rows, of: account) {
            try record(of: goal, account)
        }
        guard let record = found else { throw Refusal.noSuchGoal }
        let today = try self.today(
            for: operation, at: Today(of: account, request, ledger, now: configuration.now()))
        var answer = GoalAnswer(
            record, day, record.progress(today: today), today: today, revision: receipt.revision,
            context.words, links)
        answer.notice = try notice(of: operation, account, context)
        return answer
    }

    /// Whether a day was over when an operation was made.
    private func isOver(_ day: CivilDay, for visitor: Visitor, by operation: Operation) -> Bool {
        // Of another account's page, that is what is told.
        guard operation.account == nil || operation.account == visitor.account else { return false }
        let madeAt = operation.moment(receivedAt: configuration.now())
        return visitor.calendar.dayStart.day(of: madeAt, zoneOffset: operation.zoneOffset) > day
    }

    /// The day that it is where the device is by now, as its pages have it: in its zone, if it told that one, and by the
    /// operation's offset otherwise. What waited for long may have been made elsewhere.
    private func today(for operation: Operation, at current: Today) -> CivilDay {
        guard !current.zone.isFromDevice else { return current.day }
        return current.dayStart.day(of: configuration.now(), zoneOffset: operation.zoneOffset)
    }

    /// Whether there is more to say of an operation than what its day shows.
    private func tells(_ operation: Operation, of account: AccountID) throws -> Bool {
        guard operation.change.isDayNote else { return false }
        return try ledger.summary(of: operation.id, of: account)?.keptBothNotes ?? false
    }

    /// What is said to a script of an operation, as HTML.
    private func notice(
        of operation: Operation, _ account: AccountID, _ context: PageContext
    ) throws -> String? {
        guard operation.change.isDayNote else { return nil }
        let notice = try operations.notice(of: operation.id, by: account, on: .day, context.words)
        return try notice.map { try context.presentation.templates.render(NoticePage(notice: $0)) }
    }

    /// The same for a list of operations: once for each day. None where it would have to wait behind too much: that the
    /// operations are applied must be told all the same, or they would be sent again.
    func answers(
        after operations: [Operation], _ list: ListReceipt, _ request: Request, _ context: PageContext
    ) async throws -> [GoalAnswer] {
        var changed: [ChangedDay: Operation] = [:], notices: [ChangedDay: String] = [:]
        for case (let operation, .applied(let receipt)) in zip(operations, list.answers) {
            guard let day = operation.change.day, let goal = receipt.goal else { continue }
            let at = ChangedDay(goal: goal, day: day)
            changed[at] = operation
            notices[at] = try notice(of: operation, list.account, context) ?? notices[at]
        }
        guard !changed.isEmpty else { return [] }
        let goals = Set(changed.keys.map(\.goal))
        let rows = try goals.reduce(0) { try $0 + ledger.rowsRead(forGoal: $1, of: list.account) }
        do {
            return try await longReads.read(rows: rows, of: list.account) { [changed, notices] in
                try answers(of: changed, notices, list, request, context)
            }
        } catch is TooManyWaiting {
            return []
        }
    }

    private func answers(
        of changed: [ChangedDay: Operation], _ notices: [ChangedDay: String], _ list: ListReceipt,
        _ request: Request, _ context: PageContext
    ) throws -> [GoalAnswer] {
        let current = try Today(of: list.account, request, ledger, now: configuration.now())
        var answers: [GoalAnswer] = []
        for (goal, days) in Dictionary(grouping: changed, by: \.key.goal) {
            // A later operation of the list may have removed the goal.
            guard let record = try record(of: goal, list.account) else { continue }
            // A list has at most a few dates of today, but it may have hundreds of days.
            var progress: [CivilDay: GoalProgress] = [:]
            for (at, operation) in days {
                let today = today(for: operation, at: current)
                let known = progress[today] ?? record.progress(today: today)
                progress[today] = known
                var answer = GoalAnswer(
                    record, at.day, known, today: today, revision: list.revision, context.words, links)
                answer.notice = notices[at]
                answers.append(answer)
            }
        }
        return answers
    }

    private func record(of goal: Goal.ID, _ account: AccountID) throws -> GoalRecord? {
        do {
            return try ledger.record(of: ledger.goal(goal, of: account), of: account)
        } catch Refusal.noSuchGoal {
            return nil
        }
    }

    private struct ChangedDay: Hashable {
        let goal: Goal.ID
        let day: CivilDay
    }
}
