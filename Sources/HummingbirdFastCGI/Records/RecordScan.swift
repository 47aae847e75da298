// Scans the available bytes of a FastCGI connection without consuming them:
// libfcgi's reads block, so it is only used once the bytes it will read have arrived.

/// How much of a request has arrived (FastCGI 1.0 §3.3 and §5).
enum RecordScan: Equatable {
    /// The head is incomplete, or a short body is still arriving.
    case incomplete
    /// Head and body are complete within the first `bytes`, and the body has `bodyBytes` of them.
    case whole(bytes: Int, bodyBytes: Int)
    /// The head is complete, and the body is too long to wait for.
    case uploading
    /// The web server has aborted the request (FCGI_ABORT_REQUEST) within this many bytes.
    case aborted(identifier: UInt16, keepsConnection: Bool, bytes: Int)
    /// A record of this many bytes precedes any request. It is handled separately.
    case connection(ConnectionRecord, bytes: Int)
    /// Not FastCGI records.
    case malformed

    /// The longest body to wait for, in bytes; it fits into the kernel's buffer
    /// even if a web server writes it in small pieces.
    static let shortBody = 16 * 1024

    private enum Kind {
        static let begin: UInt8 = 1
        static let abort: UInt8 = 2
        static let parameters: UInt8 = 4
        static let input: UInt8 = 5
    }

    /// The flag in a begin record that keeps the connection open (FCGI_KEEP_CONN).
    private static let keepFlag: UInt8 = 1

    /// Whether the bytes begin with an abort record.
    static func isAbort(_ bytes: UnsafeRawBufferPointer) -> Bool {
        bytes.count >= 8 && bytes[0] == 1 && bytes[1] == Kind.abort
    }

    /// The id of the request that the bytes begin; nil if they begin with something else.
    static func identifier(_ bytes: UnsafeRawBufferPointer) -> UInt16? {
        guard bytes.count >= 8, bytes[0] == 1, bytes[1] == Kind.begin else { return nil }
        return UInt16(bytes[2]) << 8 | UInt16(bytes[3])
    }

    init(_ bytes: UnsafeRawBufferPointer) {
        var position = 0
        // Records of other requests are ignored, here and by libfcgi.
        var identifier: UInt16?
        var keepsConnection = false
        var isHeadComplete = false
        var bodyBytes = 0
        while position + 8 <= bytes.count {
            guard bytes[position] == 1 else {
                self = .malformed
                return
            }
            let kind = bytes[position + 1]
            let record = UInt16(bytes[position + 2]) << 8 | UInt16(bytes[position + 3])
            let content = Int(bytes[position + 4]) << 8 | Int(bytes[position + 5])
            let end = position + 8 + content + Int(bytes[position + 6])
            if identifier == nil, kind != Kind.begin || record == 0 {
                guard end <= bytes.count else { break }
                let content = bytes[(position + 8)..<(position + 8 + content)]
                self = .connection(
                    ConnectionRecord(kind: kind, request: record, content: content), bytes: end)
                return
            }
            switch kind {
            case Kind.begin where identifier == nil:
                identifier = record
                keepsConnection = position + 10 < bytes.count && bytes[position + 10] & Self.keepFlag != 0
            case Kind.abort where record == identifier && end <= bytes.count:
                self = .aborted(identifier: record, keepsConnection: keepsConnection, bytes: end)
                return
            case Kind.parameters where record == identifier && content == 0:
                isHeadComplete = true
            case Kind.input where isHeadComplete && record == identifier:
                if content == 0 {
                    self = .whole(bytes: min(end, bytes.count), bodyBytes: bodyBytes)
                    return
                }
                bodyBytes += min(content, bytes.count - position - 8)
            default:
                break
            }
            position = end
        }
        self = isHeadComplete && bodyBytes > Self.shortBody ? .uploading : .incomplete
    }
}
