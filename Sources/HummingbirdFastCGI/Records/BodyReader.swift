// Reads the rest of a request's body, on a thread that may wait for it.

import NIOCore

/// A body whose beginning has arrived with its request.
struct BodyReader: Sendable {
    private let connection: Connection
    private let identifier: UInt16
    /// The beginning, until it is read.
    private var beginning: ByteBuffer
    /// What has been received and not been read.
    private var unread: ByteBuffer
    /// How many bytes of the present record are still to be read, and how many to be skipped.
    private var contentLeft = 0, skippedLeft = 0
    private var isLast = false
    /// How many other requests have begun meanwhile.
    private var refused = 0

    /// Whether there is nothing more to read.
    private(set) var hasEnded = false
    /// Whether the body was cut off, because the connection closed or timed out, or the request was aborted.
    private(set) var hasFailed = false

    /// How many bytes to receive at once.
    private static let partSize = 64 * 1024
    /// How many other requests may begin. A web server has been told that there is one at a time.
    private static let mostRefused = 1_000

    init(_ request: ArrivedRequest, on connection: Connection) {
        self.connection = connection
        identifier = request.identifier
        beginning = request.body
        unread = connection.input.takeUnread()
    }

    /// Waits for `count` bytes of the body; fewer are its end.
    mutating func read(_ count: Int) -> ByteBuffer {
        var part = beginning.readSlice(length: min(count, beginning.readableBytes)) ?? ByteBuffer()
        while part.readableBytes < count, !hasEnded {
            if contentLeft > 0 {
                guard receive(), var content = next(min(contentLeft, count - part.readableBytes)) else {
                    break
                }
                contentLeft -= content.readableBytes
                part.writeBuffer(&content)
            } else if skippedLeft > 0 {
                guard receive(), let skipped = next(skippedLeft) else { break }
                skippedLeft -= skipped.readableBytes
            } else if isLast {
                hasEnded = true
            } else {
                readHeader()
            }
        }
        return part
    }

    /// Returns what follows the body to the connection.
    func finish() {
        connection.input.giveBack(unread)
        connection.setNewInput(true)
    }

    private mutating func readHeader() {
        let header: RecordHeader?
        do {
            header = try RecordHeader(unread.readableBytesView)
        } catch {
            return fail()
        }
        guard let header else {
            // Records whose headers are always cut in two would otherwise keep all that was read.
            unread.discardReadBytes()
            if !connection.input.receive(Self.partSize, into: &unread) { fail() }
            return
        }
        unread.moveReaderIndex(forwardBy: RecordHeader.size)
        skippedLeft = header.paddingLength
        guard header.request == identifier else {
            skippedLeft += header.contentLength
            if header.isOf(.beginRequest), header.request != 0 { refuse(header.request) }
            return
        }
        if header.isOf(.abortRequest) { return fail() }
        guard header.isOf(.standardInput) else {
            skippedLeft += header.contentLength
            return
        }
        contentLeft = header.contentLength
        isLast = contentLeft == 0
    }

    /// The connection carries one request at a time. It hears so before this one's response.
    private mutating func refuse(_ other: UInt16) {
        refused += 1
        guard refused <= Self.mostRefused else { return fail() }
        connection.owe(.refusal(other, .cannotMultiplex))
    }

    private mutating func next(_ count: Int) -> ByteBuffer? {
        unread.readSlice(length: min(count, unread.readableBytes))
    }

    /// Waits until something is there to read.
    private mutating func receive() -> Bool {
        if unread.readableBytes > 0 { return true }
        unread.clear()
        if connection.input.receive(Self.partSize, into: &unread) { return true }
        fail()
        return false
    }

    private mutating func fail() {
        hasFailed = true
        hasEnded = true
    }
}
