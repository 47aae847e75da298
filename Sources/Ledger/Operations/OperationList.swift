// A list of operations as a device sends it: JSON, read so that one which is
// not understood refuses itself and none of the others (log.md, Push and pull).

import Foundation

/// An operation as it came.
public enum IncomingOperation: Sendable {
    case readable(Operation)
    /// It has an id, and nothing else that this Fivebar understands.
    case unreadable(OperationID, Refusal)
}

extension Operation {
    /// The most operations in a list, and the most bytes.
    public static let mostInList = 500
    public static let largestList = 256 * 1024
    /// The version of the changes' JSON. A device that says a later one is not half understood.
    public static let version = 1

    /// Reads a list, in its order.
    ///
    /// - Parameter now: When those were made that do not say so.
    /// - Throws: `DecodingError` for what is no such list, or where one has no id.
    public static func list(
        from json: some Sequence<UInt8>, now: Moment
    ) throws -> [IncomingOperation] {
        try ChangeCoding.decoder.decode([SentOperation].self, from: Data(json)).map { sent in
            switch sent.content {
            case .failure(let refusal): .unreadable(sent.id, refusal)
            case .success(let content):
                .readable(
                    Operation(
                        id: sent.id, mayBeRepeated: true, change: Change(content),
                        madeAt: sent.at.map { Moment(milliseconds: $0) } ?? now, zoneOffset: sent.offset ?? 0,
                        account: sent.account)
                )
            }
        }
    }
}

/// `{"id": "…", "kind": "increment", "change": {"counter": 7}, "at": 1795248000000, "offset": 60}`
private struct SentOperation: Decodable {
    let id: OperationID
    /// Milliseconds since 1970-01-01 UTC.
    let at: Int64?
    /// Minutes east of UTC.
    let offset: Int?
    /// The account it was made for.
    let account: AccountID?
    let content: Result<any ChangeKind, Refusal>

    private enum CodingKeys: CodingKey { case id, at, offset, account, version }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        id = try container.decode(OperationID.self, forKey: .id)
        // What is there and is no number is not taken for nothing.
        let numbers = Result {
            (
                at: try container.decodeIfPresent(Int64.self, forKey: .at),
                offset: try container.decodeIfPresent(Int.self, forKey: .offset),
                account: try container.decodeIfPresent(AccountID.self, forKey: .account)
            )
        }
        at = try? numbers.get().at
        offset = try? numbers.get().offset
        account = try? numbers.get().account
        do {
            _ = try numbers.get()
            guard try container.decodeIfPresent(Int.self, forKey: .version) ?? 1 <= Operation.version else {
                throw Refusal.kindIsUnknown
            }
            let content = try KeptChange(from: decoder).content
            guard type(of: content).isPublic else { throw Refusal.kindIsUnknown }
            self.content = .success(content)
        } catch let refusal as Refusal {
            content = .failure(refusal)
        } catch {
            content = .failure(.changeIsUnreadable)
        }
    }
}
