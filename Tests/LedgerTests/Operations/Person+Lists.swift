// Somebody whose device sends operations in lists.

import Ledger

extension Operation {
    /// One that its device may send again, by default in a zone an hour east of UTC.
    static func of(
        _ change: Change, _ id: OperationID = .fresh(), at moment: Moment = .start, offset: Int = 60
    ) -> Operation {
        Operation(id: id, mayBeRepeated: true, change: change, madeAt: moment, zoneOffset: offset)
    }
}

extension IncomingOperation {
    /// Why it is refused without having been applied, or as soon as it is; nil if it can be.
    var refusal: Refusal? {
        switch self {
        case .known(let operation): operation.isReadable ? nil : .changeIsUnreadable
        case .unknown(_, let refusal): refusal
        }
    }
}

extension Person {
    /// What each came to: the reason of a refusal, or else the count.
    func sends(
        _ operations: [Operation], limit: Limits = Limits(), now: Moment = .start
    ) async throws -> [String] {
        let list = try await ledger.apply(
            operations, by: .anyone(token, or: Newcomer(token: token, address: "192.0.2.1")), now: now,
            limit: limit)
        return list.answers.map { answer in
            switch answer {
            case .applied(let receipt): String(receipt.count)
            case .refused(_, let refusal): refusal.rawValue
            }
        }
    }
}
