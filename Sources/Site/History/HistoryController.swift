// A counter's history: entries with their times and notes, and which are undone.

import HTTPTypes
import Hummingbird
import Ledger

struct HistoryController: Sendable {
    let ledger: Ledger
    let links: Links
    let configuration: SiteConfiguration
    let operations: OperationWriter

    /// Entries per page.
    private static let pageSize = 100

    func show(_ request: Request, _ context: VisitorContext) async throws -> Response {
        let account = context.account, words = context.words
        let counter = try ledger.counter(context.counterName(), of: account)
        let dayStart = try ledger.calendar(of: account).dayStart
        let zone = ClientZone(of: request)
        let before = request.uri.queryParameters.get("before", as: Entry.Number.self)
        let entries = try ledger.entries(
            of: counter.id, of: account, before: before, limit: Self.pageSize)
        let page = HistoryPage(
            counter: counter, entries: entries, before: before,
            // They are numbered from 1.
            hasOlder: entries.last.map { $0.number > 1 } ?? false,
            counted: try ledger.counted(
                of: counter.id, of: account,
                on: Set(entries.map { dayStart.day(of: $0.madeAt, zoneOffset: $0.zoneOffset) }),
                dayStart: dayStart),
            today: zone.day(at: configuration.now(), from: dayStart), zone: zone.name,
            dayStart: dayStart, notice: try operations.notice(request, context.page, on: .history), words,
            links)
        return try .page(page, in: context.presentation)
    }

    func void(_ request: Request, _ context: PageContext) async throws -> Response {
        let name = try context.counterName(), entry = try context.entryName()
        let form = try await request.form(Stamped<VoidForm>.self, upTo: configuration.largestForm)
        guard let isVoid = Bool(typed: form.void) else {
            throw HTTPError(.unprocessableContent)
        }
        let change = Change.void(name, entry: entry, isVoid: isVoid)
        let receipt = try await operations.apply(
            operations.operation(change, form.stamp, from: request), context)
        if let answer = operations.answer(receipt, request, context) { return .json(answer) }
        // On a page from before the counter was deleted.
        guard !receipt.isDeleted else { return .seeOther(links.trash) }
        let before = form.before.flatMap { Entry.Number($0) }
        return .seeOther(
            links.history(
                of: receipt.counter ?? 0, before: before,
                at: try ledger.entry(entry, of: name, of: receipt.account).number))
    }

    func editNote(_ request: Request, _ context: VisitorContext) async throws -> Response {
        let (counter, entry) = try found(context, of: context.account)
        // Whoever comes back to it, even by the browser's history, has to see what is stored now.
        return try .page(
            NotePage(entry, of: counter, context.words, links), in: context.presentation, isSecret: true,
            isKept: true)
    }

    /// Saves an entry's note, and its time in the local time of the device that made it: each where it was changed.
    func saveNote(_ request: Request, _ context: PageContext) async throws -> Response {
        let form = try await request.form(Stamped<NoteForm>.self, upTo: configuration.largestForm)
        let typed = form.note ?? ""
        return try await TypedText.keeping(typed) {
            let account = try context.knownVisitor(in: ledger, for: form.stamp.account).account
            let (counter, entry) = try found(context, of: account)
            var isNoted = false
            do {
                let time = try newTime(of: entry, typed: form.time, seen: form.seenTime)
                var operation = try operations.operation(
                    .annotate(counter.id, entry: entry.number, note: typed, seen: form.seen), form.stamp,
                    from: request)
                if time == nil || form.note != form.seen {
                    _ = try await operations.apply(operation, context)
                    isNoted = true
                }
                if let time {
                    // The id, if the form has one, is the note's.
                    var stamp = form.stamp
                    stamp.operation = nil
                    operation = try operations.operation(
                        .retime(counter.id, entry: entry.number, to: time), stamp, from: request)
                    _ = try await operations.apply(operation, context)
                }
                return .seeOther(
                    links.history(of: counter.id, around: entry.number, undo: operation.id))
            } catch let refusal as Refusal where refusal == .noteIsTooLong || refusal == .timeIsWrong {
                let isTime = refusal == .timeIsWrong
                // A note that was saved before its time was refused is shown as it is stored.
                let stored = isNoted ? try found(context, of: account).entry : entry
                let page = NotePage(
                    stored, of: counter, typed: isNoted ? nil : typed,
                    seen: isNoted ? nil : form.seen ?? "",
                    problem: isTime
                        ? nil : context.words(.noteTooLong, number: Int64(Entry.longestNote)),
                    time: form.time, seenTime: form.seenTime,
                    timeProblem: isTime ? context.words[.historyTimeProblem] : nil, context.words, links)
                return try .page(
                    page, in: context.presentation(answering: form.stamp, in: ledger),
                    status: .unprocessableContent)
            }
        }
    }

    /// Corrects an entry's time alone.
    func saveTime(_ request: Request, _ context: PageContext) async throws -> Response {
        let form = try await request.form(Stamped<TimeForm>.self, upTo: configuration.largestForm)
        let account = try context.knownVisitor(in: ledger, for: form.stamp.account).account
        let (counter, entry) = try found(context, of: account)
        do {
            guard let time = try newTime(of: entry, typed: form.time ?? "", seen: form.seen) else {
                return .seeOther(links.history(of: counter.id, around: entry.number))
            }
            let operation = try operations.operation(
                .retime(counter.id, entry: entry.number, to: time), form.stamp, from: request)
            _ = try await operations.apply(operation, context)
            return .seeOther(links.history(of: counter.id, around: entry.number, undo: operation.id))
        } catch Refusal.timeIsWrong {
            let page = NotePage(
                entry, of: counter, time: form.time ?? "", seenTime: form.seen ?? "",
                timeProblem: context.words[.historyTimeProblem], context.words, links)
            return try .page(
                page, in: context.presentation(answering: form.stamp, in: ledger),
                status: .unprocessableContent)
        }
    }

    /// - Parameter seen: What the field was shown with.
    /// - Returns: Nil if it was not changed, which is compared to the second: a field does not show an entry's milliseconds.
    /// - Throws: ``Refusal/timeIsWrong`` if it is no time.
    private func newTime(
        of entry: Entry, typed: String?, seen: String?
    ) throws(Refusal) -> Timestamp? {
        guard let typed, typed != seen else { return nil }
        guard let time = Timestamp(local: typed, zoneOffset: entry.zoneOffset) else { throw .timeIsWrong }
        return time == seen.flatMap { Timestamp(local: $0, zoneOffset: entry.zoneOffset) } ? nil : time
    }

    private func found(
        _ context: some RequestContext, of account: AccountID
    ) throws -> (counter: Counter, entry: Entry) {
        let name = try context.counterName()
        return (
            try ledger.counter(name, of: account),
            try ledger.entry(context.entryName(), of: name, of: account)
        )
    }
}

struct TimeForm: Decodable, Sendable {
    /// Such as `2026-11-21T18:20`.
    var time: String?
    /// The time the form was rendered with.
    var seen: String?
}

extension Timestamp {
    /// Parses a time without a zone.
    fileprivate init?(local text: String, zoneOffset: Int) {
        let hours = zoneOffset.magnitude / 60, minutes = zoneOffset.magnitude % 60
        self.init(text + (zoneOffset < 0 ? "-" : "+") + "\(hours.padded()):\(minutes.padded())")
    }
}

struct VoidForm: Decodable, Sendable {
    /// yes | no
    var void: String?
    /// The history page that contains the form; empty on the first.
    var before: String?
}

struct NoteForm: Decodable, Sendable {
    var note: String?
    /// The note the form was rendered with.
    var seen: String?
    /// As in ``TimeForm``; nil from a form without it.
    var time: String?
    /// The time the form was rendered with.
    var seenTime: String?
}

extension RequestContext {
    /// The entry in the address, by its number or by the operation that made it.
    ///
    /// - Throws: ``Refusal/noSuchEntry`` if it can be neither.
    fileprivate func entryName() throws -> Name {
        guard let name = parameters.get("entry").flatMap({ Name($0) }) else { throw Refusal.noSuchEntry }
        return name
    }
}
