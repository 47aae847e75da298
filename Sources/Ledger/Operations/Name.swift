// How clients identify a counter, a goal or an entry: by the short number in its
// address, or by the operation that created it, which a device knows before the
// server does.

/// Identifies something within a book.
public enum Name: Sendable, Hashable {
    /// Numbered within the book, or for an entry within its counter.
    case number(Int64)
    /// The operation that created it.
    case operation(OperationID)

    /// Parses a name in an address. Nil if it cannot be one.
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
    /// Nil if it is identified by its operation.
    public var number: Int64? { if case .number(let number) = self { number } else { nil } }
}

/// Encoded in JSON as a number, or as the operation's id.
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

extension Name {
    /// What an encoder makes of it.
    var json: String {
        switch self {
        case .number(let number): String(number)
        case .operation(let operation): "\"\(operation.text)\""
        }
    }
}

/// Something that can be identified by its number, its operation, or either.
public protocol Naming: Sendable {
    var name: Name { get }
}

extension Name: Naming {
    /// The name itself.
    public var name: Name { self }
}

extension Int64: Naming {
    /// For a number within the book, or for an entry within its counter.
    public var name: Name { .number(self) }
}

extension OperationID: Naming {
    /// For what the operation created.
    public var name: Name { .operation(self) }
}

extension Int: Naming {
    /// For a number within the book, or for an entry within its counter.
    public var name: Name { .number(Int64(self)) }
}
