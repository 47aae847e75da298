// A connection from a web server: its socket, and the continuations waiting on it.

import Glibc
import NIOCore
import Synchronization

/// The web server has closed the connection, or has not read from it before the timeout.
struct ConnectionClosed: Error {}

/// A connection. The polling thread reports its socket's events; the task that
/// handles a request writes to it.
final class Connection: Sendable {
    let key: UInt64
    let input: ConnectionInput
    private let socket: CInt

    private struct State {
        var isOpen = true
        var isWatched = false
        /// Something may have arrived since the input was last looked at.
        var hasNewInput = false
        /// The socket became writable since the last attempt to write.
        var isWritable = false
        var writer: CheckedContinuation<Void, any Error>?
        var task: Task<Void, Never>?
        var isStream = false
        /// The web server has aborted the request.
        var isAborted = false
        var isAnswering = false
        /// No further request is wanted on this connection.
        var isLeaving = false
        /// The web server was told so.
        var hasTakenLeave = false
        /// Records that are sent before whatever is written next.
        var owed = ByteBuffer()
        /// The deadline for the peer; nil while the peer is not expected to act.
        var deadline: ContinuousClock.Instant?
    }
    private let state: Mutex<State>
    private let poller: Poller
    private let slot: ConnectionLimiter.Slot?

    /// - Parameter slot: Released when the socket is closed.
    init(
        key: UInt64, socket: CInt, poller: Poller, deadline: ContinuousClock.Instant,
        slot: ConnectionLimiter.Slot? = nil
    ) {
        self.key = key
        self.socket = socket
        input = ConnectionInput(socket: socket)
        self.poller = poller
        self.slot = slot
        state = Mutex(State(deadline: deadline))
    }

    deinit { close(socket) }

    /// Registers the connection with the poller. Most never need it: their
    /// request is available when they are accepted, and the response fits the
    /// socket's buffer. What has arrived before is reported, too.
    func watch() {
        let isNew = state.withLock { state in
            defer { state.isWatched = true }
            return !state.isWatched
        }
        if isNew { poller.watch(socket, key: key) }
    }

    /// Says whether there may be input that nobody has looked at.
    func setNewInput(_ hasNewInput: Bool) {
        state.withLock { $0.hasNewInput = hasNewInput }
    }

    /// Whether the input has to be looked at once a response has ended. Mostly the next request's bytes are still to
    /// come, and the poller reports them.
    var hasInputAfterResponse: Bool {
        watch()
        return state.withLock { $0.hasNewInput }
    }

    /// Sets the deadline for the data that the peer must send.
    func setDeadline(_ deadline: ContinuousClock.Instant?) {
        state.withLock { $0.deadline = deadline }
    }

    /// Sets a deadline if there is none: a request that arrives in small pieces must not extend it.
    func beginDeadline(_ deadline: ContinuousClock.Instant) {
        state.withLock { state in
            if state.deadline == nil { state.deadline = deadline }
        }
    }

    func isOverdue(at now: ContinuousClock.Instant) -> Bool {
        state.withLock { $0.deadline.map { $0 < now } ?? false }
    }

    /// Whether a request of this connection is being handled; until then the
    /// polling thread owns the socket.
    var isAnswering: Bool { state.withLock { $0.isAnswering } }

    func setAnswering(_ isAnswering: Bool) {
        state.withLock { state in
            state.isAnswering = isAnswering
            state.isStream = false
            state.isAborted = false
        }
    }

    /// Whether the connection is kept alive and no request has begun.
    var isIdle: Bool { !isAnswering && input.isIdle }

    /// From now on, the next response is the last one.
    func leave() {
        state.withLock { $0.isLeaving = true }
    }

    /// Decides whether the response that ends now is the last one.
    ///
    /// - Returns: Whether the web server has to be told with it.
    func takesLeave() -> Bool {
        state.withLock { state in
            state.hasTakenLeave = state.isLeaving
            return state.isLeaving
        }
    }

    var hasTakenLeave: Bool { state.withLock { $0.hasTakenLeave } }

    /// The task that handles the request on this connection.
    func setTask(_ task: Task<Void, Never>?) {
        state.withLock { $0.task = task }
    }

    /// From now on the task is cancelled when the peer disconnects. Before, it is
    /// not: a request is completed even if the client does not wait for it.
    func becomeStream() {
        watch()
        state.withLock { $0.isStream = true }
    }

    func endStream() {
        state.withLock { $0.isStream ? $0.task : nil }?.cancel()
    }

    /// Ends a stream that the web server has aborted, and expects the end record of, or whose reader has gone. Any other
    /// response ends by itself.
    func noticeInterruption() {
        guard state.withLock({ $0.isStream }) else { return }
        switch input.interruption {
        case .abort:
            state.withLock { $0.isAborted = true }
            endStream()
        case .end: peerDisconnected()
        case nil: break
        }
    }

    var isAborted: Bool { state.withLock { $0.isAborted } }

    func becameWritable() {
        let writer = state.withLock { state in
            state.isWritable = true
            defer { state.writer = nil }
            return state.writer
        }
        writer?.resume()
    }

    /// Fails all pending and future writes.
    func peerDisconnected() {
        let (writer, task) = state.withLock { state in
            state.isOpen = false
            defer { state.writer = nil }
            return (state.writer, state.isStream ? state.task : nil)
        }
        writer?.resume(throwing: ConnectionClosed())
        task?.cancel()
    }

    /// Says that nothing more is sent, and reads what the peer sends until it closes, at most `count` bytes.
    func discardInput(upTo count: Int) {
        shutdown(socket, CInt(SHUT_WR))
        input.discard(upTo: count, waits: true)
    }

    /// Sends records before whatever is written next: one of the task's may be half written now.
    func owe(_ records: ByteBuffer) {
        state.withLock { _ = $0.owed.writeImmutableBuffer(records) }
    }

    private func takeOwed() -> ByteBuffer? {
        state.withLock { state in
            guard state.owed.readableBytes > 0 else { return nil }
            defer { state.owed = ByteBuffer() }
            return state.owed
        }
    }

    /// Writes all of `parts`. Does not block a thread while the peer accepts none.
    ///
    /// - Parameter timeout: How long the peer may accept no data.
    func write(_ parts: [ByteBuffer], timeout: Duration) async throws {
        var parts = parts[...]
        if let owed = takeOwed() { parts.insert(owed, at: 0) }
        while let first = parts.first {
            guard first.readableBytes > 0 else {
                parts.removeFirst()
                continue
            }
            try state.withLock { state in
                guard state.isOpen else { throw ConnectionClosed() }
                state.isWritable = false
            }
            let sent = send(parts)
            if sent >= 0 {
                parts.drop(sent)
            } else if errno == EAGAIN {
                try await waitUntilWritable(until: .now + timeout)
            } else if errno != EINTR {
                throw ConnectionClosed()
            }
        }
    }

    /// Sends as much of the parts as the peer accepts, in one call.
    private func send(_ parts: ArraySlice<ByteBuffer>) -> Int {
        var vectors: [iovec] = []
        vectors.reserveCapacity(min(parts.count, Self.mostVectors))
        return parts.prefix(Self.mostVectors).withVectors(&vectors) { vectors in
            vectors.withUnsafeMutableBufferPointer { vectors in
                var message = msghdr()
                message.msg_iov = vectors.baseAddress
                message.msg_iovlen = vectors.count
                return sendmsg(socket, &message, CInt(MSG_DONTWAIT) | CInt(MSG_NOSIGNAL))
            }
        }
    }

    /// Writes as much of `bytes` as the peer accepts at once, for a connection
    /// that is closed right afterwards.
    func writeLast(_ bytes: ByteBuffer) {
        _ = send([bytes])
    }

    /// Below the system's limit (IOV_MAX).
    private static let mostVectors = 128

    private func waitUntilWritable(until deadline: ContinuousClock.Instant) async throws {
        watch()
        defer { setDeadline(nil) }
        try await withCheckedThrowingContinuation { (writer: CheckedContinuation<Void, any Error>) in
            let answer: Result<Void, any Error>? = state.withLock { state in
                if !state.isOpen { return .failure(ConnectionClosed()) }
                // The socket became writable between the failed attempt and now.
                if state.isWritable { return .success(()) }
                state.writer = writer
                state.deadline = deadline
                return nil
            }
            if let answer { writer.resume(with: answer) }
        }
    }
}

extension ArraySlice<ByteBuffer> {
    /// Runs `body` with the addresses of the bytes of all parts.
    fileprivate func withVectors(_ vectors: inout [iovec], _ body: (inout [iovec]) -> Int) -> Int {
        guard let first else { return body(&vectors) }
        return first.withUnsafeReadableBytes { bytes in
            vectors.append(
                iovec(iov_base: UnsafeMutableRawPointer(mutating: bytes.baseAddress), iov_len: bytes.count))
            return dropFirst().withVectors(&vectors, body)
        }
    }

    /// Removes the first `count` bytes.
    fileprivate mutating func drop(_ count: Int) {
        var left = count
        while left > 0, let first {
            let taken = Swift.min(left, first.readableBytes)
            self[startIndex].moveReaderIndex(forwardBy: taken)
            left -= taken
            if self[startIndex].readableBytes == 0 { removeFirst() }
        }
    }
}
