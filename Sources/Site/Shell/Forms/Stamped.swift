// Fields that every form that changes something may have: the operation's id, and
// the device's time and zone.

import Hummingbird
import Ledger

/// A form's operation id and its device time.
struct OperationStamp: Decodable, Sendable {
    var operation: String?
    /// Milliseconds since 1970-01-01 UTC.
    var at: Int64?
    /// Minutes east of UTC.
    var offset: Int?
    /// The account that the page was rendered for.
    var account: AccountID?
}

/// A form's own fields together with its stamp.
@dynamicMemberLookup
struct Stamped<Fields: Decodable & Sendable>: Decodable, Sendable {
    let fields: Fields
    let stamp: OperationStamp

    init(from decoder: any Decoder) throws {
        fields = try Fields(from: decoder)
        stamp = try OperationStamp(from: decoder)
    }

    subscript<Value>(dynamicMember field: KeyPath<Fields, Value>) -> Value { fields[keyPath: field] }
}

/// A form without fields of its own.
struct NoFields: Decodable, Sendable {}
