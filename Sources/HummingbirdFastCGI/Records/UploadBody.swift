// A request body that is still arriving while its request is handled. Each has its
// own thread, which reads only on demand.

import Dispatch
import Hummingbird
import NIOCore
import Synchronization

extension HTTPError {
    /// The web server stopped sending a body before its end.
    static let brokenUpload = HTTPError(.badRequest, message: "The request broke off.")
}

/// The rest of a body, in order. It can be iterated once.
final class UploadBody: AsyncSequence, Sendable {
    typealias Element = ByteBuffer

    private enum State {
        /// The reading thread waits for demand.
        case idle
        case wanted(CheckedContinuation<ByteBuffer?, any Error>)
        /// Complete, cut off, or no longer wanted.
        case ended
    }
    private let state = Mutex(State.idle)
    private let pending = DispatchSemaphore(value: 0)
    /// The maximum bytes of the body. Reading more throws.
    private let limit: Int
    /// How many bytes the web server has announced; nil if it does not know.
    private let announced: Int?
    private let received = Atomic(0)
    private let wholeness = Atomic(false)
    private let answeredness = Atomic(false)

    /// Whether the body was read to its end, so that the connection is ready for another request.
    var isWhole: Bool { wholeness.load(ordering: .acquiring) }

    /// Whether the complete response was written.
    var isAnswered: Bool { answeredness.load(ordering: .acquiring) }

    init(limit: Int, announced: Int?) {
        self.limit = limit
        self.announced = announced.flatMap { $0 >= 0 ? $0 : nil }
    }

    struct AsyncIterator: AsyncIteratorProtocol {
        let body: UploadBody

        func next() async throws -> ByteBuffer? {
            try await withCheckedThrowingContinuation { reader in
                let isEnded = body.state.withLock { state in
                    if case .ended = state { return true }
                    state = .wanted(reader)
                    return false
                }
                if isEnded { reader.resume(returning: nil) } else { body.pending.signal() }
            }
        }
    }

    func makeAsyncIterator() -> AsyncIterator { AsyncIterator(body: self) }

    /// Reads the rest of the body, unless it is cut off or too long to wait for.
    func readAway() async {
        let iterator = makeAsyncIterator()
        while isOngoing, received.load(ordering: .relaxed) < Self.mostTimesLimit * limit {
            // A body that is too large throws for each part, but continues.
            _ = try? await iterator.next()
        }
    }

    /// The most to read, as a multiple of the largest body, from a web server
    /// that keeps sending whatever the response.
    static let mostTimesLimit = 4

    private var isOngoing: Bool {
        state.withLock { state in
            if case .idle = state { return true }
            return false
        }
    }

    /// Ends the iteration, and with it the reading thread.
    ///
    /// - Parameter isAnswered: Whether the complete response was written.
    func end(isAnswered: Bool) {
        answeredness.store(isAnswered, ordering: .releasing)
        let reader = state.withLock { state -> CheckedContinuation<ByteBuffer?, any Error>? in
            defer { state = .ended }
            if case .wanted(let reader) = state { return reader }
            return nil
        }
        reader?.resume(returning: nil)
        pending.signal()
    }

    /// Reads the body on its own thread, which runs `completion` after ``end(isAnswered:)``.
    ///
    /// - Returns: False if there is no memory for the thread.
    func read(_ reader: BodyReader, completion: @escaping @Sendable () -> Void) -> Bool {
        OwnThread.start { [self] in
            var reader = reader
            while answerNext(&reader) {}
            reader.finish()
            completion()
        }
    }

    private static let partSize = 64 * 1024

    /// Waits for demand and fulfils it. False after the end.
    private func answerNext(_ body: inout BodyReader) -> Bool {
        pending.wait()
        guard case .wanted = state.withLock({ $0 }) else { return false }
        var part = body.read(Self.partSize)
        let hasEnded = part.readableBytes == 0
        if hasEnded, !body.hasFailed { wholeness.store(true, ordering: .releasing) }
        let reader = state.withLock { state -> CheckedContinuation<ByteBuffer?, any Error>? in
            guard case .wanted(let reader) = state else { return nil }
            state = hasEnded ? .ended : .idle
            return reader
        }
        let (before, total) = received.add(part.readableBytes, ordering: .relaxed)
        // Anything beyond the announced length is not part of the request (RFC 3875 §4.2).
        if let announced, total > announced {
            part = part.readSlice(length: Swift.max(0, announced - before)) ?? ByteBuffer()
        }
        if total > limit {
            reader?.resume(throwing: HTTPError(.contentTooLarge))
        } else if hasEnded, body.hasFailed || total < announced ?? 0 {
            reader?.resume(throwing: HTTPError.brokenUpload)
        } else {
            reader?.resume(returning: hasEnded ? nil : part)
        }
        return reader != nil
    }
}

/// A rejected body: reading it throws the reason at once.
struct RefusedBody: AsyncSequence, Sendable {
    let reason: HTTPError

    struct AsyncIterator: AsyncIteratorProtocol {
        let reason: HTTPError

        func next() async throws -> ByteBuffer? { throw reason }
    }

    func makeAsyncIterator() -> AsyncIterator { AsyncIterator(reason: reason) }
}
