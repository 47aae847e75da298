// What every form that changes something may carry: the operation's id, and
// the time and the zone of the device it was made on.

import Hummingbird
import Ledger

/// A form's operation, and the clock it was made by.
struct OperationStamp: Decodable, Sendable {
    var operation: String?
    /// Milliseconds since 1970-01-01 UTC.
    var at: Int64?
    /// Minutes east of UTC.
    var offset: Int?
    /// The account that the page was drawn for.
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

/// A form that says all by where it is sent.
struct NoFields: Decodable, Sendable {}
