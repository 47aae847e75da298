// How a request becomes an operation, and its receipt an answer: one way for
// all features. Which change it is, their controllers know.

import Hummingbird
import Ledger

/// The JSON answer to a script's operation on a counter.
struct CounterAnswer: Encodable, Sendable {
    let counter: Counter.ID
    /// As text: JavaScript's numbers end at 2⁵³.
    let count: String
    let revision: Int64
    let formattedCount: String
    let label: String
    /// The offer to take it back, as HTML.
    var notice: String?
}

/// Makes operations of requests, applies them and tells what they did.
struct OperationWriter: Sendable {
    let ledger: Ledger
    let links: Links
    let configuration: SiteConfiguration
    let revisions: RevisionHub
}

extension OperationWriter {
    /// The operation a request asks for. Without an id of the device it gets a new one: it counts each time it comes.
    /// Without a time it is made now, and without an offset in the zone that the browser's cookie names.
    func operation(
        _ change: Change, _ stamp: OperationStamp = OperationStamp(), from request: Request
    ) throws -> Operation {
        let now = configuration.now()
        var id = stamp.operation
        if id?.isEmpty == true { id = nil }
        let given = try id.map { text in
            guard let id = OperationID(text) else { throw HTTPError(.unprocessableContent) }
            return id
        }
        return Operation(
            id: given ?? newOperationID(), mayBeRepeated: given != nil, change: change,
            madeAt: stamp.at.map { Moment(milliseconds: $0) } ?? now,
            zoneOffset: stamp.offset ?? ClientZone(of: request).offset(at: now),
            account: stamp.account
        )
    }

    /// The answer to a script; nil for somebody who wants to see a page.
    func answer(_ receipt: Receipt, _ request: Request, _ context: PageContext) -> CounterAnswer? {
        guard request.wantsJSON else { return nil }
        let words = context.words
        return CounterAnswer(
            counter: receipt.counter ?? 0, count: String(receipt.count), revision: receipt.revision,
            formattedCount: words.number(receipt.count), label: words.spoken(receipt.count, receipt.style)
        )
    }

    /// The answer to a script that shows the offer to take the operation back
    /// where it stands; nil for somebody who wants to see a page.
    func answer(
        _ receipt: Receipt, offering operation: OperationID, on origin: Notice.Origin, _ request: Request,
        _ context: PageContext
    ) throws -> CounterAnswer? {
        guard var answer = answer(receipt, request, context) else { return nil }
        let presentation = context.presentation
        let notice = try notice(of: operation, by: receipt.account, on: origin, presentation.words)
        answer.notice = try notice.map { try presentation.templates.render(NoticePage(notice: $0)) }
        return answer
    }

    func newOperationID() -> OperationID {
        var generator = SiteRandomNumberGenerator(randomBytes: configuration.randomBytes)
        return OperationID(at: configuration.now(), using: &generator)
    }

    /// Applies an operation of someone with a session, and tells open pages.
    func apply(_ operation: Operation, _ context: PageContext) async throws -> Receipt {
        guard let token = context.token else { throw Refusal.unknownDevice }
        let receipt = try await ledger.apply(
            operation, by: .device(token.hash), now: configuration.now(), limit: configuration.limits
        )
        revisions.changed(receipt.account)
        return receipt
    }
}

/// The site's source of random bytes as a `RandomNumberGenerator`.
struct SiteRandomNumberGenerator: RandomNumberGenerator {
    let randomBytes: @Sendable (Int) -> [UInt8]

    mutating func next() -> UInt64 {
        randomBytes(8).reduce(0) { $0 << 8 | UInt64($1) }
    }
}
