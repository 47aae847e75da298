// Turns an answer into FastCGI records (FastCGI 1.0 §3.3, §5.5). It writes
// them itself: libfcgi would block, and take five writes for a page.

import Hummingbird
import NIOCore

struct FastCGIResponseWriter: ResponseBodyWriter {
    private let connection: Connection
    private let identifier: UInt16
    private let timeout: Duration
    private let allowsBody: Bool
    /// Each part is sent at once: the answer's length is unknown, so someone waits for the parts.
    private let isStream: Bool
    /// The request's body where it is still coming, on a connection that is kept.
    private let upload: UploadBody?
    /// What is written and not sent: the head, then parts of the body.
    private var pending: [ByteBuffer]

    /// Of an answer in many parts, so many are gathered for one call of the system.
    private static let mostParts = 100
    /// The largest content of a record that keeps it at a multiple of 8.
    private static let largestContent = 65_528

    init(
        connection: Connection, identifier: UInt16, timeout: Duration, head: ByteBuffer,
        allowsBody: Bool, isStream: Bool, upload: UploadBody? = nil
    ) {
        self.connection = connection
        self.identifier = identifier
        self.timeout = timeout
        self.allowsBody = allowsBody
        self.isStream = isStream
        self.upload = upload
        pending = [head]
    }

    mutating func write(_ buffer: ByteBuffer) async throws {
        try await write(contentsOf: CollectionOfOne(buffer))
    }

    mutating func write(contentsOf buffers: some Sequence<ByteBuffer>) async throws {
        guard allowsBody else { return }
        pending.append(contentsOf: buffers)
        if isStream || pending.count > Self.mostParts { try await flush() }
    }

    /// Sends the head before there is a body, for a stream that has nothing to say yet.
    mutating func begin() async throws {
        if isStream { try await flush() }
    }

    private mutating func flush() async throws {
        let records = records(of: pending)
        pending = []
        try await connection.write(records, timeout: timeout)
    }

    /// FastCGI has no trailers; they are dropped.
    consuming func finish(_ trailers: HTTPFields?) async throws {
        var end = ByteBuffer()
        end.writeRecord(.standardOutput, identifier, contentLength: 0)
        var output = records(of: pending)
        if let upload {
            try await connection.write(output + [end], timeout: timeout)
            output = []
            end.clear()
            // With the end the web server may send its next request: by then this one must be read.
            await upload.readAway()
        }
        end.writeImmutableBuffer(.end(identifier))
        try await connection.write(output + [end], timeout: timeout)
    }

    /// The parts as records, as many in one as it holds, none of them copied.
    private func records(of parts: [ByteBuffer]) -> [ByteBuffer] {
        var records: [ByteBuffer] = []
        records.reserveCapacity(parts.count + 4)
        var left = parts.reduce(0) { $0 + $1.readableBytes }
        var room = 0
        for var part in parts {
            while part.readableBytes > 0 {
                if room == 0 {
                    room = min(left, Self.largestContent)
                    left -= room
                    var header = ByteBuffer()
                    header.writeRecord(.standardOutput, identifier, contentLength: UInt16(room))
                    records.append(header)
                }
                guard let content = part.readSlice(length: min(part.readableBytes, room)) else { break }
                room -= content.readableBytes
                records.append(content)
            }
        }
        return records
    }
}

enum RecordKind: UInt8 {
    case endRequest = 3
    case standardOutput = 6
    case valuesResult = 10
    case unknownType = 11
}

extension ByteBuffer {
    mutating func writeRecord(_ kind: RecordKind, _ identifier: UInt16, contentLength: UInt16) {
        writeMultipleIntegers(UInt8(1), kind.rawValue, identifier, contentLength, UInt8(0), UInt8(0))
    }

    /// The end of a request (FCGI_REQUEST_COMPLETE).
    static func end(_ identifier: UInt16) -> ByteBuffer {
        var bytes = ByteBuffer()
        bytes.writeRecord(.endRequest, identifier, contentLength: 8)
        bytes.writeInteger(UInt64(0))
        return bytes
    }

    /// A whole answer, of nothing but this head.
    static func answer(_ identifier: UInt16, head: String) -> ByteBuffer {
        let text = ByteBuffer(string: head + "\r\nContent-Length: 0\r\n\r\n")
        var bytes = ByteBuffer()
        bytes.writeRecord(.standardOutput, identifier, contentLength: UInt16(text.readableBytes))
        bytes.writeImmutableBuffer(text)
        bytes.writeImmutableBuffer(.end(identifier))
        return bytes
    }

    /// The end of a request that was not answered: this program only answers.
    static func unknownRole(_ identifier: UInt16) -> ByteBuffer {
        var bytes = ByteBuffer()
        bytes.writeRecord(.endRequest, identifier, contentLength: 8)
        bytes.writeMultipleIntegers(UInt32(0), UInt8(3), UInt8(0), UInt8(0), UInt8(0))
        return bytes
    }
}
