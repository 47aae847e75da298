// Records of a connection that belong to no request (FastCGI 1.0 §4), and their
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

    init(_ header: RecordHeader, _ content: Slice<UnsafeRawBufferPointer>) {
        guard header.request == 0 else {
            self = .stray
            return
        }
        self =
            header.isOf(.getValues)
            ? .getValues(Self.names(in: UnsafeRawBufferPointer(rebasing: content)))
            : .unknownManagement(kind: header.kind)
    }

    /// The names of name-value pairs, up to the first malformed one.
    private static func names(in content: UnsafeRawBufferPointer) -> [String] {
        NameValuePairs(content).map { String(decoding: content[$0.name], as: UTF8.self) }
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
