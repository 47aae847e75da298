// A counter's history: what happened when, what of it was taken back, and notes.

import HTTPTypes
import Hummingbird
import Ledger

struct HistoryController: Sendable {
    let site: Site

    /// So many entries are on a page.
    private static let pageSize = 100

    func show(_ request: Request, _ context: SiteContext) async throws -> Response {
        let account = try context.requireVisitor().account, id = try context.counterID()
        guard let words = context.voice?.words else { throw HTTPError(.internalServerError) }
        let counter = try site.ledger.counter(id, of: account)
        let dayStart = try site.ledger.calendar(of: account).dayStart
        let zone = ClientZone(of: request)
        let before = request.uri.queryParameters.get("before", as: Entry.Number.self)
        let entries = try site.ledger.entries(
            of: id, of: account, before: before, limit: Self.pageSize + 1)
        let page = HistoryPage(
            counter: counter, entries: Array(entries.prefix(Self.pageSize)), before: before,
            hasOlder: entries.count > Self.pageSize,
            today: zone.day(at: site.configuration.now(), from: dayStart), zone: zone.name,
            dayStart: dayStart, notice: try site.notice(request, context, on: .history), words, site.links)
        return try .page(page, in: context.voice)
    }

    func void(_ request: Request, _ context: SiteContext) async throws -> Response {
        let id = try context.counterID(), number = try context.entryNumber()
        let form = try await request.form(VoidForm.self, upTo: site.configuration.largestForm)
        guard let isVoid = ["yes": true, "no": false][form.void ?? ""] else {
            throw HTTPError(.unprocessableContent)
        }
        let change = Change.void(id, entry: number, isVoid: isVoid)
        _ = try await site.apply(site.operation(change, id: nil, from: request), context)
        let before = form.before.flatMap { Entry.Number($0) }
        return .seeOther(site.links.history(of: id, before: before, at: number))
    }

    func editNote(_ request: Request, _ context: SiteContext) async throws -> Response {
        let id = try context.counterID(), number = try context.entryNumber()
        let account = try context.requireVisitor().account
        let entries = try site.ledger.entries(of: id, of: account, before: number &+ 1, limit: 1)
        guard let entry = entries.first, entry.number == number else { throw Refusal.noSuchEntry }
        return try .page(NotePage(id: id, number: number, typed: entry.note, problem: nil), in: context.voice)
    }

    func saveNote(_ request: Request, _ context: SiteContext) async throws -> Response {
        let id = try context.counterID(), number = try context.entryNumber()
        let form = try await request.form(NoteForm.self, upTo: site.configuration.largestForm)
        let typed = form.note ?? ""
        do {
            return try await TypedText.keeping(typed) {
                let change = Change.annotate(id, entry: number, note: typed)
                let operation = try site.operation(change, id: nil, from: request)
                _ = try await site.apply(operation, context)
                return .seeOther(site.links.history(of: id, around: number, undo: operation.id))
            }
        } catch let error as TypedText where error.reason as? Refusal == .noteIsTooLong {
            let problem = context.voice?.words(.noteTooLong, number: Int64(Entry.longestNote))
            return try .page(
                NotePage(id: id, number: number, typed: typed, problem: problem), in: context.voice,
                status: .unprocessableContent)
        }
    }
}

struct VoidForm: Decodable, Sendable {
    /// yes | no
    var void: String?
    /// The page of the history that the form stands on; empty on the first.
    var before: String?
}

struct NoteForm: Decodable, Sendable {
    var note: String?
}

extension SiteContext {
    /// The entry that the address names.
    ///
    /// - Throws: ``Refusal/noSuchEntry`` where it is no number at all.
    fileprivate func entryNumber() throws -> Entry.Number {
        guard let text = parameters.get("number"), let number = Entry.Number(text), number > 0, number < .max
        else { throw Refusal.noSuchEntry }
        return number
    }
}
