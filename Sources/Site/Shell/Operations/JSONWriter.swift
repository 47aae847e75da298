// JSON for what a device asks at every tap and every change (RFC 8259), written straight into the response. For all else
// there is Foundation's encoder, which builds a tree first.

import NIOCore

/// What can be told a device as JSON.
protocol JSONValue {
    func write(to json: inout JSONWriter)
}

/// Writes a value from its beginning to its end.
struct JSONWriter {
    private var bytes: [UInt8] = []
    /// Whether what comes next is the first one of its object or its array.
    private var isFirst = true

    init(_ value: some JSONValue) {
        bytes.reserveCapacity(1 << 10)
        value.write(to: &self)
    }

    /// The finished text.
    var text: ByteBuffer { ByteBuffer(bytes: bytes) }

    /// Writes an object with the members that `write` writes.
    mutating func object(_ write: (inout JSONWriter) -> Void) {
        brackets(UInt8(ascii: "{"), UInt8(ascii: "}"), write)
    }

    /// Writes a member of an object, or nothing if it has no value.
    mutating func member(_ name: String, _ value: (some JSONValue)?) {
        guard let value else { return }
        separate()
        string(name)
        bytes.append(UInt8(ascii: ":"))
        value.write(to: &self)
    }

    fileprivate mutating func array(_ values: some Sequence<some JSONValue>) {
        brackets(UInt8(ascii: "["), UInt8(ascii: "]")) { json in
            for value in values {
                json.separate()
                value.write(to: &json)
            }
        }
    }

    fileprivate mutating func string(_ text: String) {
        bytes.append(UInt8(ascii: "\""))
        if text.utf8.contains(where: Self.mustBeEscaped) {
            for byte in text.utf8 { escaped(byte) }
        } else {
            bytes += text.utf8
        }
        bytes.append(UInt8(ascii: "\""))
    }

    private mutating func escaped(_ byte: UInt8) {
        switch byte {
        case ..<0x20: bytes += "\\u00\(byte < 0x10 ? "0" : "")\(String(byte, radix: 16))".utf8
        case let byte where Self.mustBeEscaped(byte): bytes += [UInt8(ascii: "\\"), byte]
        default: bytes.append(byte)
        }
    }

    /// Writes a number or a word of JSON.
    fileprivate mutating func literal(_ text: String) { bytes += text.utf8 }

    private mutating func brackets(
        _ opening: UInt8, _ closing: UInt8, _ write: (inout JSONWriter) -> Void
    ) {
        bytes.append(opening)
        isFirst = true
        write(&self)
        bytes.append(closing)
        isFirst = false
    }

    private mutating func separate() {
        if !isFirst { bytes.append(UInt8(ascii: ",")) }
        isFirst = false
    }

    private static func mustBeEscaped(_ byte: UInt8) -> Bool {
        byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
    }
}

extension String: JSONValue {
    func write(to json: inout JSONWriter) { json.string(self) }
}

extension Bool: JSONValue {
    func write(to json: inout JSONWriter) { json.literal(self ? "true" : "false") }
}

extension Int: JSONValue {
    func write(to json: inout JSONWriter) { json.literal(String(self)) }
}

extension Int64: JSONValue {
    func write(to json: inout JSONWriter) { json.literal(String(self)) }
}

extension Array: JSONValue where Element: JSONValue {
    func write(to json: inout JSONWriter) { json.array(self) }
}

extension Dictionary: JSONValue where Key == String, Value: JSONValue {
    func write(to json: inout JSONWriter) {
        json.object { json in
            for (name, value) in self { json.member(name, value) }
        }
    }
}
