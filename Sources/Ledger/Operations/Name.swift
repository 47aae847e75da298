// How a counter, a goal or an entry is named from outside: by the short number
// that people see in an address, or by the operation that made it, which a
// device knows before the server has heard of it.

/// The name of something within a book.
public enum Name: Sendable, Hashable {
    /// Counted within the book, or for an entry within its counter.
    case number(Int64)
    /// The operation that made it.
    case operation(OperationID)

    /// Reads a name as it stands in an address. Nil for what can be none.
    public init?(_ text: some StringProtocol) {
        if let number = Int64(text), number > 0 {
            self = .number(number)
        } else if let operation = OperationID(text) {
            self = .operation(operation)
        } else {
            return nil
        }
    }
}

extension Name {
    /// Nil for what is named by its operation.
    public var number: Int64? { if case .number(let number) = self { number } else { nil } }
}

/// In JSON a number, or the operation's id as text.
extension Name: Codable {
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let number = try? container.decode(Int64.self) {
            self = .number(number)
        } else {
            self = .operation(try container.decode(OperationID.self))
        }
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .number(let number): try container.encode(number)
        case .operation(let operation): try container.encode(operation)
        }
    }
}

/// What names something: its number, its operation, or either.
public protocol Naming: Sendable {
    var name: Name { get }
}

extension Name: Naming {
    public var name: Name { self }
}

extension Int64: Naming {
    public var name: Name { .number(self) }
}

extension OperationID: Naming {
    public var name: Name { .operation(self) }
}

extension Int: Naming {
    public var name: Name { .number(Int64(self)) }
}
