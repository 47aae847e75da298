// Turns requests into operations, and receipts into responses, for all features.
// Controllers only provide the change.

import Hummingbird
import Ledger

/// The JSON answer to a script's operation on a counter.
struct CounterAnswer: JSONValue, Sendable {
    let counter: Counter.ID
    /// As text, because JavaScript's integers are exact only up to 2⁵³.
    let count: String
    let revision: Int64
    let formattedCount: String
    let label: String
    /// The undo notice, as HTML.
    var notice: String?

    init(_ receipt: Receipt, _ words: Words) {
        counter = receipt.counter ?? 0
        count = String(receipt.count)
        revision = receipt.revision
        formattedCount = words.number(receipt.count)
        label = words.spoken(receipt.count, receipt.style)
    }

    /// The answer where nothing was to be changed.
    init(_ unchanged: Counter, _ words: Words) {
        counter = unchanged.id
        count = String(unchanged.count)
        revision = unchanged.revision
        formattedCount = words.number(unchanged.count)
        label = words.spoken(unchanged.count, unchanged.style)
    }

    func write(to json: inout JSONWriter) {
        json.object {
            $0.member("counter", counter)
            $0.member("count", count)
            $0.member("revision", revision)
            $0.member("formattedCount", formattedCount)
            $0.member("label", label)
            $0.member("notice", notice)
        }
    }
}

/// Creates operations from requests, applies them and reports the results.
struct OperationWriter: Sendable {
    let ledger: Ledger
    let links: Links
    let configuration: SiteConfiguration
    let revisions: RevisionHub
}

extension OperationWriter {
    /// The operation of a request. Without an id from the device it gets a new
    /// one, so each submission counts. Without a time it is made now, and without
    /// an offset in the zone of the browser's cookie.
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

    /// The response to a script; nil if the request wants a page.
    func answer(_ receipt: Receipt, _ request: Request, _ context: PageContext) -> CounterAnswer? {
        guard request.wantsJSON else { return nil }
        return CounterAnswer(receipt, context.words)
    }

    /// The response to a script, including the undo notice; nil if the request wants a page.
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

    /// Applies an operation of somebody with a session, and notifies open pages.
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
