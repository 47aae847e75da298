// Records between two requests of a kept connection (FastCGI 1.0 §4), and their
// replies. Produces bytes and does no I/O.

import NIOCore

/// A record outside of any request.
enum ConnectionRecord: Equatable {
    /// The web server queries variables by name (FCGI_GET_VALUES).
    case getValues([String])
    /// A management record of an unknown type.
    case unknownManagement(kind: UInt8)
    /// The rest of a request that has been answered, or never began.
    case stray

    init(kind: UInt8, request: UInt16, content: Slice<UnsafeRawBufferPointer>) {
        guard request == 0 else {
            self = .stray
            return
        }
        self =
            kind == Self.getValuesKind
            ? .getValues(Self.names(in: content)) : .unknownManagement(kind: kind)
    }

    private static let getValuesKind: UInt8 = 9

    /// The names of name-value pairs (FastCGI 1.0 §3.4), up to the first malformed one.
    private static func names(in content: Slice<UnsafeRawBufferPointer>) -> [String] {
        var names: [String] = []
        var rest = content
        while let name = length(&rest), let value = length(&rest), name <= rest.count,
            value <= rest.count - name
        {
            names.append(String(decoding: rest.prefix(name), as: UTF8.self))
            rest = rest.dropFirst(name + value)
        }
        return names
    }

    private static func length(_ rest: inout Slice<UnsafeRawBufferPointer>) -> Int? {
        guard let first = rest.popFirst() else { return nil }
        guard first & 0x80 != 0 else { return Int(first) }
        guard rest.count >= 3 else { return nil }
        defer { rest = rest.dropFirst(3) }
        return rest.prefix(3).reduce(Int(first & 0x7F)) { $0 << 8 | Int($1) }
    }
}

extension ByteBuffer {
    /// The reply to ``ConnectionRecord/getValues(_:)``: those of the requested
    /// values that are known.
    ///
    /// - Parameter connections: The maximum number. Each carries one request at a time.
    static func values(_ names: [String], connections: Int) -> ByteBuffer {
        var content = ByteBuffer()
        for name in ["FCGI_MAX_CONNS", "FCGI_MAX_REQS", "FCGI_MPXS_CONNS"] where names.contains(name) {
            let value = name == "FCGI_MPXS_CONNS" ? "0" : String(connections)
            content.writeMultipleIntegers(UInt8(name.utf8.count), UInt8(value.utf8.count))
            content.writeString(name)
            content.writeString(value)
        }
        var bytes = ByteBuffer()
        bytes.writeRecord(.valuesResult, 0, contentLength: UInt16(content.readableBytes))
        bytes.writeImmutableBuffer(content)
        return bytes
    }

    /// The reply to ``ConnectionRecord/unknownManagement(kind:)``.
    static func unknownType(_ kind: UInt8) -> ByteBuffer {
        var bytes = ByteBuffer()
        bytes.writeRecord(.unknownType, 0, contentLength: 8)
        bytes.writeMultipleIntegers(kind, UInt8(0), UInt16(0), UInt32(0))
        return bytes
    }
}
