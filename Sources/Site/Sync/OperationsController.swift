// Applies a device's list of operations in order, with a receipt for each.

import HTTPTypes
import Hummingbird
import Ledger

/// The response to a list.
struct OperationsAnswer: JSONValue, Sendable {
    struct Receipt: JSONValue, Sendable {
        let id: String
        /// applied | refused
        let status: String
        /// Why it was refused, as a name and as a sentence for its user.
        var reason: String?
        var problem: String?
        /// The book's revision after the operation.
        var revision: Int64?
        var counter: Counter.ID?
        /// As text, because JavaScript's integers are exact only up to 2⁵³.
        var count: String?
        /// Whether the counter is in the trash.
        var deleted: Bool?
        var goal: Goal.ID?

        func write(to json: inout JSONWriter) {
            json.object {
                $0.member("id", id)
                $0.member("status", status)
                $0.member("reason", reason)
                $0.member("problem", problem)
                $0.member("revision", revision)
                $0.member("counter", counter)
                $0.member("count", count)
                $0.member("deleted", deleted)
                $0.member("goal", goal)
            }
        }
    }

    /// The book's revision after all of them.
    let revision: Int64
    /// In the order of the list.
    let receipts: [Receipt]
    /// Each counter that was changed, after the latest of its operations in the list.
    let counters: [CounterAnswer]
    /// Each day of a goal that was marked or noted, after all of them.
    let days: [GoalAnswer]

    func write(to json: inout JSONWriter) {
        json.object {
            $0.member("revision", revision)
            $0.member("receipts", receipts)
            $0.member("counters", counters)
            $0.member("days", days)
        }
    }
}

struct OperationsController: Sendable {
    let ledger: Ledger
    let configuration: SiteConfiguration
    let operations: OperationWriter
    let revisions: RevisionHub
    /// What is told of the days that a list has changed.
    let days: @Sendable ([Operation], ListReceipt, Request, PageContext) async throws -> [GoalAnswer]
    private let places = ListPlaces()

    /// Applies at most ``Operation/mostInList`` operations, in one commit or, if that takes long, in several. One
    /// that is refused or not understood does not block the next.
    ///
    /// - Throws: ``TooManyWaiting`` immediately if the device or the network has many lists underway.
    func create(_ request: Request, _ context: PageContext) async throws -> Response {
        try await places.withPlace(for: context.token?.hash, at: NetworkAddress(context.remoteAddress)) {
            try await apply(request, context)
        }
    }

    private func apply(_ request: Request, _ context: PageContext) async throws -> Response {
        let body = try await request.body.collect(upTo: Operation.largestList)
        guard !CombiningMarks.areTooMany(inJSON: String(buffer: body)),
            let incoming = try? Operation.list(from: body.readableBytesView, now: configuration.now())
        else { throw HTTPError(.unprocessableContent) }
        let known = incoming.compactMap { operation -> Operation? in
            if case .known(let operation) = operation { operation } else { nil }
        }
        let (newcomer, token) = try operations.author(request, context)
        // Nothing, or what was made for an account, is no reason to create another.
        let isNewcomers = known.contains { $0.isReadable && $0.account == nil }
        guard isNewcomers || context.token != nil else { throw Refusal.unknownDevice }
        // A list belongs to one book: from a signed-out device it must not start a new one, unless its browser was shown
        // since that it has none.
        let isAnew = isNewcomers && operations.hasNewcomersSecret(request, context)
        let author = isAnew ? newcomer : context.token.map { Author.device($0.hash) } ?? newcomer
        let list = try await ledger.apply(
            known, unknown: incoming.count - known.count, by: author, now: configuration.now(),
            limit: configuration.limits)
        revisions.changed(list.account)
        var rest = list.answers[...]
        let receipts = incoming.map { operation in
            switch operation {
            case .unknown(let id, let refusal):
                OperationsAnswer.Receipt(.refused(id, refusal), context.words)
            case .known: rest.popFirst().map { OperationsAnswer.Receipt($0, context.words) }
            }
        }
        var response = try await Response.json(
            OperationsAnswer(
                revision: list.revision, receipts: receipts.compactMap { $0 },
                counters: counters(after: list.answers, context.words),
                days: days(known, list, request, context)))
        if list.isNewcomer { response.headers += operations.sessionFields(token, request, context) }
        return response
    }

    private func counters(after answers: [Answer], _ words: Words) -> [CounterAnswer] {
        var latest: [Counter.ID: Receipt] = [:]
        for case .applied(let receipt) in answers {
            guard let counter = receipt.counter else { continue }
            // One that is repeated has the receipt of its first time, so the last of a list may be an old one.
            if let known = latest[counter], known.revision > receipt.revision { continue }
            latest[counter] = receipt
        }
        return latest.values.map { CounterAnswer($0, words) }
    }
}

extension OperationsAnswer.Receipt {
    fileprivate init(_ answer: Answer, _ words: Words) {
        switch answer {
        case .applied(let receipt):
            self.init(
                id: receipt.operation.text, status: "applied", revision: receipt.revision,
                counter: receipt.counter, count: receipt.counter.map { _ in String(receipt.count) },
                deleted: receipt.isDeleted ? true : nil, goal: receipt.goal)
        case .refused(let id, let refusal):
            self.init(
                id: id.text, status: "refused", reason: refusal.rawValue,
                problem: words.sentence(for: refusal))
        }
    }
}
