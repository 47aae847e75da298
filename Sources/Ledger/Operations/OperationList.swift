// Parses a device's JSON list of operations. An operation that cannot be parsed
// is refused without affecting the others: what a device counted must not wait for it.

import Foundation

/// An operation as received.
public enum IncomingOperation: Sendable {
    /// Of a kind that this version of Fivebar knows. If its change cannot be read, it is refused when it is applied.
    case known(Operation)
    /// It has an id, but this version does not know its kind or its format.
    case unknown(OperationID, Refusal)
}

extension Operation {
    /// The maximum number of operations and bytes in a list.
    public static let mostInList = 500
    /// In bytes.
    public static let largestList = 256 * 1024
    /// The version of the changes' JSON. An operation with a later version is refused.
    public static let version = 1

    /// Parses a list.
    ///
    /// - Parameter now: The time for operations that have none.
    /// - Throws: `DecodingError` if it is not such a list, if it has more than ``mostInList``, or if an operation has no id.
    public static func list(
        from json: some Sequence<UInt8>, now: Moment
    ) throws -> [IncomingOperation] {
        let json = Array(json)
        guard isPlain(json), !areTooMany(in: json) else { throw noList }
        let list = try ChangeCoding.decoder.decode([SentOperation].self, from: Data(json))
        guard list.count <= mostInList else { throw noList }
        return list.map { sent in
            switch sent.content {
            case .failure(let refusal): .unknown(sent.id, refusal)
            case .success(let content):
                .known(
                    Operation(
                        id: sent.id, mayBeRepeated: true, change: Change(content),
                        madeAt: sent.at.map { Moment(milliseconds: $0) } ?? now, zoneOffset: sent.offset ?? 0,
                        account: sent.account)
                )
            }
        }
    }

    private static var noList: DecodingError {
        .dataCorrupted(.init(codingPath: [], debugDescription: "too many operations, or no plain list"))
    }

    /// Whether it is UTF-8 from its first byte on: the decoder takes UTF-16 and byte order marks, too, which neither the count
    /// nor the check of its text (``CombiningMarks``) sees.
    private static func isPlain(_ json: [UInt8]) -> Bool {
        json.first { !" \n\r\t".utf8.contains($0) } == UInt8(ascii: "[") && !json.contains(0)
    }

    /// To count operations takes a small part of the time of reading them, and anybody may send thousands.
    private static func areTooMany(in json: [UInt8]) -> Bool {
        var reader = JSONReader(json[...]), isFirst = true, count = 0
        // What is no list is refused when it is read.
        guard (try? reader.beginArray()) ?? false else { return false }
        while (try? reader.hasNext(&isFirst)) ?? false, (try? reader.skip()) != nil {
            count += 1
            if count > mostInList { return true }
        }
        return false
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

    private enum CodingKeys: CodingKey { case id, at, offset, account, version, kind }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        id = try container.decode(OperationID.self, forKey: .id)
        // A field that is present but not a number is an error, not a missing field.
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
        let kind = (try? container.decode(String.self, forKey: .kind)).flatMap { ChangeKinds.named($0) }
        do {
            guard try container.decodeIfPresent(Int.self, forKey: .version) ?? 1 <= Operation.version else {
                throw Refusal.kindIsUnknown
            }
        } catch {
            content = .failure(error as? Refusal ?? .changeIsUnreadable)
            return
        }
        do {
            _ = try numbers.get()
            let content = try EncodedChange(from: decoder).content
            guard type(of: content).isPublic else { throw Refusal.kindIsUnknown }
            guard !content.isInverse else { throw Refusal.changeIsUnreadable }
            self.content = .success(content)
        } catch Refusal.kindIsUnknown {
            content = .failure(.kindIsUnknown)
        } catch {
            content =
                kind.map { .success(UnreadableChange(named: $0.kind)) } ?? .failure(.changeIsUnreadable)
        }
    }
}
