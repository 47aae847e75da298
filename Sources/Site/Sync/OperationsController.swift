// A list of operations from a device: applied in its order, answered one by one.

import HTTPTypes
import Hummingbird
import Ledger

/// The answer to a list.
struct OperationsAnswer: Encodable, Sendable {
    struct Receipt: Encodable, Sendable {
        let id: String
        /// applied | refused
        let status: String
        /// Why it was refused.
        var reason: String?
        /// The book's, with the operation.
        var revision: Int64?
        var counter: Counter.ID?
        /// As text: JavaScript's numbers end at 2⁵³.
        var count: String?
        /// Whether the counter rests in the trash.
        var deleted: Bool?
        var goal: Goal.ID?
    }

    /// The book's, after all of them.
    let revision: Int64
    /// In the order of the list.
    let receipts: [Receipt]
}

struct OperationsController: Sendable {
    let ledger: Ledger
    let configuration: SiteConfiguration
    let operations: OperationWriter
    let revisions: RevisionHub

    /// Applies at most ``Operation/mostInList`` operations in one commit. One
    /// that is refused, or not understood, does not hold up the next.
    func create(_ request: Request, _ context: PageContext) async throws -> Response {
        let body = try await request.body.collect(upTo: Operation.largestList)
        guard
            let incoming = try? Operation.list(from: body.readableBytesView, now: configuration.now()),
            incoming.count <= Operation.mostInList
        else { throw HTTPError(.unprocessableContent) }
        let readable = incoming.compactMap { operation -> Operation? in
            if case .readable(let operation) = operation { operation } else { nil }
        }
        let (newcomer, token) = operations.author(request, context)
        // A list is about one book: from a device that was signed out it is no beginning of another.
        let author = context.token.map { Author.device($0.hash) } ?? newcomer
        // Nothing to be done is no reason to make an account.
        guard !readable.isEmpty || context.token != nil else { throw Refusal.unknownDevice }
        let list = try await ledger.apply(
            readable, by: author, now: configuration.now(), limit: configuration.limits)
        revisions.changed(list.account)
        var rest = list.answers[...]
        let receipts = incoming.map { operation in
            switch operation {
            case .unreadable(let id, let refusal): OperationsAnswer.Receipt(.refused(id, refusal))
            case .readable: rest.popFirst().map { OperationsAnswer.Receipt($0) }
            }
        }
        var response = try Response.json(
            OperationsAnswer(revision: list.revision, receipts: receipts.compactMap { $0 }))
        if list.isNewcomer { response.headers.append(operations.sessionField(token, context)) }
        return response
    }
}

extension OperationsAnswer.Receipt {
    fileprivate init(_ answer: Answer) {
        switch answer {
        case .applied(let receipt):
            self.init(
                id: receipt.operation.text, status: "applied", revision: receipt.revision,
                counter: receipt.counter, count: receipt.counter.map { _ in String(receipt.count) },
                deleted: receipt.isDeleted ? true : nil, goal: receipt.goal)
        case .refused(let id, let refusal):
            self.init(id: id.text, status: "refused", reason: refusal.rawValue)
        }
    }
}
