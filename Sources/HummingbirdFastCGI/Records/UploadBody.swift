// A request body that is still coming when its request is answered. libfcgi
// reads it with blocking calls, so each such body has a thread of its own for
// as long as it lasts; it reads no further than the answer asks.

import Dispatch
import Foundation
import Hummingbird
import NIOCore
import Synchronization

extension HTTPError {
    /// The web server stopped sending a body before its end.
    static let brokenUpload = HTTPError(.badRequest, message: "The request broke off.")
}

/// The rest of a body, in the order it comes. It can be read once.
final class UploadBody: AsyncSequence, Sendable {
    typealias Element = ByteBuffer

    private enum State {
        /// The reading thread waits to be asked.
        case idle
        case wanted(CheckedContinuation<ByteBuffer?, any Error>)
        /// Whole, or broken off, or because nobody asks any more.
        case ended
    }
    private let state = Mutex(State.idle)
    private let pending = DispatchSemaphore(value: 0)
    /// The most bytes the body may have. Whoever reads more is refused.
    private let limit: Int
    private let received = Atomic(0)
    private let wholeness = Atomic(false)
    private let answeredness = Atomic(false)

    /// Whether the body was read to its end, and so the connection is at the beginning of another request.
    var isWhole: Bool { wholeness.load(ordering: .acquiring) }

    /// Whether the request's answer was written whole.
    var isAnswered: Bool { answeredness.load(ordering: .acquiring) }

    init(limit: Int) {
        self.limit = limit
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

    /// Reads what nobody has asked for, unless it breaks off or is too much to wait for.
    func readAway() async {
        let iterator = makeAsyncIterator()
        while isOngoing, received.load(ordering: .relaxed) < Self.mostTimesLimit * limit {
            // A body that is too large is refused at each part, and goes on.
            _ = try? await iterator.next()
        }
    }

    /// So many times the largest body are read away for a web server that sends on whatever it is answered.
    static let mostTimesLimit = 4

    private var isOngoing: Bool {
        state.withLock { state in
            if case .idle = state { return true }
            return false
        }
    }

    /// Nobody will ask any more: lets the reading thread go.
    ///
    /// - Parameter isAnswered: Whether the request's answer was written whole.
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

    /// Serves the body on a thread of its own, which after ``end(isAnswered:)`` runs `completion`.
    func read(_ request: NativeRequest, completion: @escaping @Sendable () -> Void) {
        Thread.detachNewThread { [self] in
            while answerNext(request) {}
            completion()
        }
    }

    private static let partSize = 64 * 1024

    /// Waits to be asked and answers. False when nobody will ask again.
    private func answerNext(_ request: NativeRequest) -> Bool {
        pending.wait()
        guard case .wanted = state.withLock({ $0 }) else { return false }
        let part = request.readBody(Self.partSize)
        let hasEnded = part.readableBytes == 0
        if hasEnded, !request.hasFailed { wholeness.store(true, ordering: .releasing) }
        let reader = state.withLock { state -> CheckedContinuation<ByteBuffer?, any Error>? in
            guard case .wanted(let reader) = state else { return nil }
            state = hasEnded ? .ended : .idle
            return reader
        }
        let total = received.add(part.readableBytes, ordering: .relaxed).newValue
        if total > limit {
            reader?.resume(throwing: HTTPError(.contentTooLarge))
        } else if hasEnded, request.hasFailed {
            reader?.resume(throwing: HTTPError.brokenUpload)
        } else {
            reader?.resume(returning: hasEnded ? nil : part)
        }
        return reader != nil
    }
}

/// A body that is refused: whoever reads it is told why at once.
struct RefusedBody: AsyncSequence, Sendable {
    let reason: HTTPError

    struct AsyncIterator: AsyncIteratorProtocol {
        let reason: HTTPError

        func next() async throws -> ByteBuffer? { throw reason }
    }

    func makeAsyncIterator() -> AsyncIterator { AsyncIterator(reason: reason) }
}
