// What forms and scripts send about counters. All of it is optional: an
// unticked box and a plain form's missing fields are simply not sent.

import Hummingbird
import Ledger

/// What a script adds to a form: an id of its own, and the time and zone of the device.
struct OperationForm: Decodable, Sendable {
    var operation: String?
    /// Milliseconds since 1970.
    var at: Int64?
    /// Minutes east of UTC.
    var offset: Int?
    /// How much the device showed that a tap counts.
    var step: Int64?
    /// The page that a plain form stands on, to which its reader goes back.
    var from: Origin?

    enum Origin: String, Decodable, Sendable { case counter, full }
}

/// A number somebody typed, as text: what is no number is told at its field.
struct NumberForm: Decodable, Sendable {
    var number: String?
    var operation: String?
}

struct ColorForm: Decodable, Sendable {
    var color: Int?
    var operation: String?
}

struct PlaceForm: Decodable, Sendable {
    /// The counter to stand right after; empty: the first place.
    var after: String?
    var operation: String?
}

struct UndoForm: Decodable, Sendable {
    /// The operation to take back.
    var undo: String?
    var operation: String?
    var at: Int64?
    var offset: Int?
    /// Where the wish was made, in a notice.
    var from: Notice.Origin?
}

struct TitleForm: Decodable, Sendable {
    var title: String?
    /// The title that was offered, and is meant where none was typed.
    var suggestion: String?
    var operation: String?
}

struct CollapseForm: Decodable, Sendable {
    var collapsed: String?
}

struct StyleForm: Decodable, Sendable {
    var style: String?
    var operation: String?
}

struct ResetForm: Decodable, Sendable {
    /// The count that was seen when reset was asked for.
    var seen: Int64?
    var operation: String?
}

/// The answer to a script's operation.
struct CounterNote: Encodable, Sendable {
    let counter: Counter.ID
    /// As text: JavaScript's numbers end at 2⁵³.
    let count: String
    let revision: Int64
    let formattedCount: String
    let label: String
    /// The offer to take it back, as HTML.
    var notice: String?
}

extension Site {
    /// The operation a request asks for. Without an id of the device it gets a new one: it counts each time it comes.
    /// Without an offset it is made in the zone that the browser's cookie names.
    func operation(
        _ change: Change, id: String?, at: Int64? = nil, offset: Int? = nil, from request: Request
    ) throws -> Operation {
        let now = configuration.now()
        var id = id
        if id?.isEmpty == true { id = nil }
        let given = try id.map { text in
            guard let id = OperationID(text) else { throw HTTPError(.unprocessableContent) }
            return id
        }
        return Operation(
            id: given ?? newOperationID(), mayBeRepeated: given != nil, change: change,
            madeAt: at.map { Moment(milliseconds: max(0, $0)) } ?? now,
            zoneOffset: offset ?? ClientZone(of: request).offset(at: now)
        )
    }

    /// The answer to a script; nil for somebody who wants to see a page.
    func note(_ receipt: Receipt, _ request: Request, _ context: SiteContext) -> CounterNote? {
        guard request.wantsJSON, let words = context.voice?.words else { return nil }
        return CounterNote(
            counter: receipt.counter, count: String(receipt.count), revision: receipt.revision,
            formattedCount: words.number(receipt.count), label: words.spoken(receipt.count, receipt.style)
        )
    }

    /// The answer to a script that shows the offer to take the operation back
    /// where it stands; nil for somebody who wants to see a page.
    func note(
        _ receipt: Receipt, offering operation: OperationID, on origin: Notice.Origin, _ request: Request,
        _ context: SiteContext
    ) throws -> CounterNote? {
        guard var note = note(receipt, request, context), let voice = context.voice else { return nil }
        let notice = try notice(of: operation, by: receipt.account, on: origin, voice.words)
        note.notice = try notice.map { try voice.templates.render(NoticePage(notice: $0)) }
        return note
    }

    func newOperationID() -> OperationID {
        var chance = SiteChance(randomBytes: configuration.randomBytes)
        return OperationID(at: configuration.now(), using: &chance)
    }

    /// Applies an operation of someone with a session, and tells open pages.
    func apply(_ operation: Operation, _ context: SiteContext) async throws -> Receipt {
        guard let token = context.token else { throw Refusal.unknownSession }
        let receipt = try await ledger.apply(
            operation, by: .session(token.hash), now: configuration.now(), limit: configuration.accountLimit
        )
        revisions.changed(receipt.account)
        return receipt
    }
}

/// The site's chance as Swift's own kind of generator.
struct SiteChance: RandomNumberGenerator {
    let randomBytes: @Sendable (Int) -> [UInt8]

    mutating func next() -> UInt64 {
        randomBytes(8).reduce(0) { $0 << 8 | UInt64($1) }
    }
}
