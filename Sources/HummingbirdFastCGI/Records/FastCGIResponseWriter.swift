// Writes a response as FastCGI records (FastCGI 1.0 §3.3, §5.5).

import Hummingbird
import NIOCore

struct FastCGIResponseWriter: ResponseBodyWriter {
    private let connection: Connection
    private let identifier: UInt16
    private let timeout: Duration
    private let allowsBody: Bool
    /// Whether to send each part at once: a response of unknown length is a
    /// stream, whose parts a client waits for.
    private let isStream: Bool
    /// Whether the web server would use the connection again.
    private let keepsConnection: Bool
    /// The request's body, if it is still arriving on a kept connection.
    private let upload: UploadBody?
    /// How long the rest of it may pause after the response.
    private let longestPause: Duration
    /// What is written but not sent: the head, then parts of the body.
    private var pending: [ByteBuffer]

    /// The number of parts collected for one system call.
    private static let mostParts = 100
    /// The largest content of a record that is a multiple of 8.
    private static let largestContent = 65_528

    init(
        connection: Connection, identifier: UInt16, timeout: Duration, head: ByteBuffer,
        allowsBody: Bool, isStream: Bool, keepsConnection: Bool, upload: UploadBody?,
        longestPause: Duration
    ) {
        self.connection = connection
        self.identifier = identifier
        self.timeout = timeout
        self.allowsBody = allowsBody
        self.isStream = isStream
        self.keepsConnection = keepsConnection
        self.upload = keepsConnection ? upload : nil
        self.longestPause = longestPause
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

    /// Sends the head before the body, for a stream that has no data yet.
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
            output.append(end)
            try await connection.write(output, timeout: timeout)
            output = []
            end.clear()
            // After the end record the web server may send its next request, so
            // this one must be read completely before. But nginx sends nothing
            // more of a request once it has the head of the response, so what
            // has not been sent yet is not waited for.
            connection.input.setTimeout(longestPause)
            await upload.readAway()
        }
        end.writeImmutableBuffer(.end(identifier))
        let isRead = upload?.isWhole ?? true
        if keepsConnection, connection.takesLeave() || !isRead { end.writeImmutableBuffer(.leave) }
        output.append(end)
        try await connection.write(output, timeout: timeout)
    }

    /// The parts as records, as many as fit into each, without copying any.
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

extension ByteBuffer {
    mutating func writeRecord(_ kind: RecordKind, _ identifier: UInt16, contentLength: UInt16) {
        // Version 1, and no padding. One integer, because each costs more than those eight bytes.
        writeInteger(
            1 << 56 | UInt64(kind.rawValue) << 48 | UInt64(identifier) << 32 | UInt64(contentLength) << 16)
    }

    /// The end of a request (FCGI_REQUEST_COMPLETE).
    static func end(_ identifier: UInt16) -> ByteBuffer {
        var bytes = ByteBuffer()
        bytes.writeRecord(.endRequest, identifier, contentLength: 8)
        bytes.writeInteger(UInt64(0))
        return bytes
    }

    /// Says with a response that it is the connection's last one.
    ///
    /// FastCGI has no word for that, and a web server that finds out by the end of the connection may have sent its
    /// next request meanwhile. But nginx uses a connection again only if nothing follows the end of the response, so
    /// an empty FCGI_GET_VALUES_RESULT does, in the same write. To others it says nothing.
    static var leave: ByteBuffer {
        var bytes = ByteBuffer()
        bytes.writeRecord(.valuesResult, 0, contentLength: 0)
        return bytes
    }

    /// A complete response without a body.
    static func answer(_ identifier: UInt16, head: String) -> ByteBuffer {
        let text = ByteBuffer(string: head + "\r\nContent-Length: 0\r\n\r\n")
        var bytes = ByteBuffer()
        bytes.writeRecord(.standardOutput, identifier, contentLength: UInt16(text.readableBytes))
        bytes.writeImmutableBuffer(text)
        bytes.writeImmutableBuffer(.end(identifier))
        return bytes
    }

    /// Why a request is refused (FastCGI 1.0 §5.5).
    enum ProtocolStatus: UInt8 {
        /// The connection carries one request at a time (FCGI_CANT_MPX_CONN).
        case cannotMultiplex = 1
        /// This program is only a responder (FCGI_UNKNOWN_ROLE).
        case unknownRole = 3
    }

    /// The end of a request that is refused.
    static func refusal(_ identifier: UInt16, _ status: ProtocolStatus) -> ByteBuffer {
        var bytes = ByteBuffer()
        bytes.writeRecord(.endRequest, identifier, contentLength: 8)
        bytes.writeMultipleIntegers(UInt32(0), status.rawValue, UInt8(0), UInt8(0), UInt8(0))
        return bytes
    }
}
