// What arrives on a connection, and is read from it: by the polling thread until a request has arrived, then by the
// thread that reads the rest of its body.

import Glibc
import NIOCore
import Synchronization

/// The receiving side of a connection's socket.
final class ConnectionInput: Sendable {
    private struct State {
        var reader = RequestReader()
        /// What has been received and not been read: the beginning of a record, or the next request.
        var unread = ByteBuffer()
        /// A request that waits until it may be handled.
        var held: ArrivedRequest?
    }

    private let socket: CInt
    private let state = Mutex(State())

    init(socket: CInt) { self.socket = socket }

    /// What came of reading.
    enum Arrival: Sendable {
        /// - Parameter isMore: Whether there may be more to read.
        case event(RequestReader.Event, isMore: Bool)
        /// Nothing has to be done until more arrives.
        ///
        /// - Parameter isBegun: Whether part of a request, or of a record, has arrived.
        case nothing(isBegun: Bool)
        /// The peer sends nothing more.
        case end
    }

    /// Reads until something has to be done, or nothing more has arrived.
    ///
    /// - Parameter space: Where bytes are received. It has room for more than the largest record.
    /// - Throws: ``MalformedRecords``.
    func next(_ space: UnsafeMutableRawBufferPointer) throws(MalformedRecords) -> Arrival {
        try state.withLock { state throws(MalformedRecords) in
            if let held = state.held {
                state.held = nil
                return .event(.request(held), isMore: true)
            }
            while true {
                let kept = state.unread.readableBytes
                state.unread.withUnsafeReadableBytes { space.copyMemory(from: $0) }
                let room = UnsafeMutableRawBufferPointer(rebasing: space[kept...])
                let received = receive(into: room, CInt(MSG_DONTWAIT))
                var bytes = UnsafeRawBufferPointer(rebasing: space[..<(kept + max(0, received ?? 0))])[...]
                let event = try state.reader.next(&bytes)
                state.unread = bytes.isEmpty ? ByteBuffer() : ByteBuffer(bytes: bytes)
                if let event {
                    return .event(event, isMore: !bytes.isEmpty || received == 0 || received == room.count)
                }
                guard let received else {
                    return .nothing(isBegun: state.reader.isInRequest || !bytes.isEmpty)
                }
                guard received > 0 else { return .end }
            }
        }
    }

    /// Keeps a request until it may be handled; ``next(_:)`` returns it again.
    func hold(_ request: ArrivedRequest) { state.withLock { $0.held = request } }

    /// Whether no request has begun.
    var isIdle: Bool {
        state.withLock { state in
            state.held == nil && !state.reader.isInRequest && state.unread.readableBytes == 0
                && withUnsafeTemporaryAllocation(byteCount: 1, alignment: 1) { peek(into: $0) ?? 0 } == 0
        }
    }

    /// What a peer does that gets a stream.
    enum Interruption {
        /// It aborts the request (FCGI_ABORT_REQUEST).
        case abort
        /// It sends nothing more.
        case end
    }

    /// How the peer interrupts the request that is being answered; nil if it does not.
    var interruption: Interruption? {
        state.withLock { state in
            withUnsafeTemporaryAllocation(byteCount: RecordHeader.size, alignment: 1) { space in
                let kept = min(state.unread.readableBytes, space.count)
                state.unread.withUnsafeReadableBytes {
                    space.copyMemory(from: UnsafeRawBufferPointer(rebasing: $0[..<kept]))
                }
                let rest = UnsafeMutableRawBufferPointer(rebasing: space[kept...])
                let arrived = rest.isEmpty ? nil : peek(into: rest)
                if arrived == 0 { return .end }
                let bytes = UnsafeRawBufferPointer(rebasing: space[..<(kept + (arrived ?? 0))])
                guard let header = try? RecordHeader(bytes) else { return nil }
                return header.isOf(.abortRequest) ? .abort : nil
            }
        }
    }

    /// Hands over what was received, to a reader of the rest of a body.
    func takeUnread() -> ByteBuffer {
        state.withLock { state in
            defer { state.unread = ByteBuffer() }
            return state.unread
        }
    }

    /// Takes back what that reader has not read.
    func giveBack(_ unread: ByteBuffer) { state.withLock { $0.unread = unread } }

    // MARK: The socket

    /// Receives what there is, without consuming it.
    ///
    /// - Returns: The number of bytes; 0 at the end; nil if nothing is available.
    func peek(into space: UnsafeMutableRawBufferPointer) -> Int? {
        receive(into: space, CInt(MSG_PEEK) | CInt(MSG_DONTWAIT))
    }

    /// Receives up to `count` bytes more, and waits for the first, up to the timeout.
    ///
    /// - Returns: False at the end, and after the timeout.
    func receive(_ count: Int, into buffer: inout ByteBuffer) -> Bool {
        buffer.writeWithUnsafeMutableBytes(minimumWritableBytes: count) { receive(into: $0, 0) ?? 0 } > 0
    }

    private func receive(into space: UnsafeMutableRawBufferPointer, _ flags: CInt) -> Int? {
        while true {
            let count = recv(socket, space.baseAddress, space.count, flags)
            if count >= 0 { return count }
            guard errno == EINTR else { return errno == EAGAIN ? nil : 0 }
        }
    }

    /// Makes blocking reads that begin from now on fail after `timeout` without a byte.
    func setTimeout(_ timeout: Duration) {
        let (seconds, attoseconds) = timeout.components
        // To the socket, 0 is no timeout.
        let microseconds = max(attoseconds / 1_000_000_000_000, seconds == 0 ? 1 : 0)
        var limit = timeval(tv_sec: Int(seconds), tv_usec: Int(microseconds))
        setsockopt(socket, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    }

    /// Reads and discards up to `count` bytes, for a connection that is closed: with unread input, its last response would
    /// be discarded.
    ///
    /// - Parameter waits: Whether to wait until the peer closes.
    func discard(upTo count: Int, waits: Bool) {
        var left = count
        withUnsafeTemporaryAllocation(byteCount: 16 * 1024, alignment: 1) { space in
            while left > 0, let received = receive(into: space, waits ? 0 : CInt(MSG_DONTWAIT)), received > 0
            {
                left -= received
            }
        }
    }
}
