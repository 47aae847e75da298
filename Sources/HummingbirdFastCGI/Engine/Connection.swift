// One connection from a web server: its socket, and who waits for it.

import Glibc
import NIOCore
import Synchronization

/// The web server has closed the connection, or has not read from it for too long.
struct ConnectionClosed: Error {}

/// A connection. The polling thread tells it what happens to its socket; the
/// task that answers a request writes to it.
final class Connection: Sendable {
    let key: UInt64
    let socket: CInt

    private struct State {
        var isOpen = true
        /// False once somebody else has closed the socket: its number may be another's by now.
        var ownsSocket = true
        var isWatched = false
        /// Room was told since the last attempt to write.
        var isWritable = false
        var writer: CheckedContinuation<Void, any Error>?
        var task: Task<Void, Never>?
        var isStream = false
        /// The web server has taken the request back.
        var isAborted = false
        var isAnswering = false
        /// When to give up waiting for the peer; nil while it is our turn.
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
        self.poller = poller
        self.slot = slot
        state = Mutex(State(deadline: deadline))
    }

    deinit {
        if state.withLock({ $0.ownsSocket }) { close(socket) }
    }

    /// Notes that the socket is closed, and not by us.
    func socketWasClosed() {
        state.withLock { $0.ownsSocket = false }
    }

    /// Has the poller tell of the connection. Most need it never: their
    /// request is there when they are accepted, and their answer fits.
    func watch() {
        let isNew = state.withLock { state in
            defer { state.isWatched = true }
            return !state.isWatched
        }
        if isNew { poller.watch(socket, key: key) }
    }

    /// Sets by when the peer must have sent what we wait for.
    func setDeadline(_ deadline: ContinuousClock.Instant?) {
        state.withLock { $0.deadline = deadline }
    }

    /// Sets a deadline where there is none: what has begun to come must not take longer for coming slowly.
    func beginDeadline(_ deadline: ContinuousClock.Instant) {
        state.withLock { state in
            if state.deadline == nil { state.deadline = deadline }
        }
    }

    func isOverdue(at now: ContinuousClock.Instant) -> Bool {
        state.withLock { $0.deadline.map { $0 < now } ?? false }
    }

    /// Whether a request from here is being answered; until then the socket is the polling thread's.
    var isAnswering: Bool { state.withLock { $0.isAnswering } }

    func setAnswering(_ isAnswering: Bool) {
        state.withLock { state in
            state.isAnswering = isAnswering
            state.isStream = false
            state.isAborted = false
        }
    }

    /// Whether the connection is kept for requests that nobody has begun to send.
    var isIdle: Bool {
        guard !isAnswering else { return false }
        return withUnsafeTemporaryAllocation(byteCount: 1, alignment: 1) { peek(into: $0) ?? 0 } == 0
    }

    /// The task that answers the request on this connection.
    func setTask(_ task: Task<Void, Never>?) {
        state.withLock { $0.task = task }
    }

    /// From now on the task is cancelled when the peer goes. Before, it is
    /// not: what somebody asked for is done even if they do not wait for it.
    func becomeStream() {
        watch()
        state.withLock { $0.isStream = true }
    }

    func endStream() {
        state.withLock { $0.isStream ? $0.task : nil }?.cancel()
    }

    /// Ends a stream that the web server has taken back, and wants to hear the
    /// end of. Any other answer ends by itself.
    func noticeAbort() {
        guard state.withLock({ $0.isStream }) else { return }
        let isTakenBack = withUnsafeTemporaryAllocation(byteCount: 8, alignment: 1) { space in
            peek(into: space) == 8 && RecordScan.isAbort(UnsafeRawBufferPointer(space))
        }
        guard isTakenBack else { return }
        state.withLock { $0.isAborted = true }
        endStream()
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

    /// Ends all waiting; what is written from here on is refused.
    func peerDisconnected() {
        let (writer, task) = state.withLock { state in
            state.isOpen = false
            defer { state.writer = nil }
            return (state.writer, state.isStream ? state.task : nil)
        }
        writer?.resume(throwing: ConnectionClosed())
        task?.cancel()
    }

    /// Copies what waits to be read into `space` and leaves it there.
    ///
    /// - Returns: The number of bytes; 0 at the end; nil when nothing waits.
    func peek(into space: UnsafeMutableRawBufferPointer) -> Int? {
        let count = recv(socket, space.baseAddress, space.count, CInt(MSG_PEEK) | CInt(MSG_DONTWAIT))
        if count < 0 { return errno == EAGAIN || errno == EINTR ? nil : 0 }
        return count
    }

    /// Takes `count` bytes away that were seen to wait.
    func skip(_ count: Int) {
        var left = count
        withUnsafeTemporaryAllocation(byteCount: 16 * 1024, alignment: 1) { space in
            while left > 0 {
                let received = recv(socket, space.baseAddress, min(left, space.count), CInt(MSG_DONTWAIT))
                guard received > 0 else { return }
                left -= received
            }
        }
    }

    /// Makes blocking reads fail after `seconds` without a byte.
    func setReceiveTimeout(seconds: Int) {
        var limit = timeval(tv_sec: seconds, tv_usec: 0)
        setsockopt(socket, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    }

    /// Reads away what the peer still sends, until it closes or `count` bytes have passed.
    func discardInput(upTo count: Int) {
        shutdown(socket, CInt(SHUT_WR))
        var left = count
        withUnsafeTemporaryAllocation(byteCount: 16 * 1024, alignment: 1) { space in
            while left > 0 {
                let received = recv(socket, space.baseAddress, space.count, 0)
                guard received > 0 else { return }
                left -= received
            }
        }
    }

    /// Writes all of `parts`. While the peer takes none, no thread waits.
    ///
    /// - Parameter timeout: How long the peer may take none of them.
    func write(_ parts: [ByteBuffer], timeout: Duration) async throws {
        var parts = parts[...]
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

    /// Sends what the peer takes of the parts, in one call.
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

    /// Writes what the peer takes of `bytes` at once, for a connection that is closed right afterwards.
    func writeLast(_ bytes: ByteBuffer) {
        _ = send([bytes])
    }

    /// Fewer than the system takes at once (IOV_MAX).
    private static let mostVectors = 128

    private func waitUntilWritable(until deadline: ContinuousClock.Instant) async throws {
        watch()
        defer { setDeadline(nil) }
        try await withCheckedThrowingContinuation { (writer: CheckedContinuation<Void, any Error>) in
            let answer: Result<Void, any Error>? = state.withLock { state in
                if !state.isOpen { return .failure(ConnectionClosed()) }
                // Room came between the failed attempt and now.
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

    /// Takes the first `count` bytes away.
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
