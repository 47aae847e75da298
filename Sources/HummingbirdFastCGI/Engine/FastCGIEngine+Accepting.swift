// Accepts connections while there is room, and rejects them if there has been
// none for long. Runs on the polling thread.

import Foundation
import Glibc
import Hummingbird
import NIOCore

extension FastCGIEngine {
    /// How many connections to accept before checking other sockets.
    private static var mostArrivals: Int { 16 }

    /// Accepts some waiting connections. Each one's request is handled before the
    /// next is accepted, so that other engines can take those.
    func accept(_ polling: inout Polling) -> PendingConnections {
        for _ in 0..<Self.mostArrivals {
            guard let slot = limiter.take() else {
                // In a burst, slots soon become free; with streams and slow readers they do not.
                guard isHeldLong(&polling) else { return .held }
                let pendingConnections = refuseConnection(&polling)
                guard pendingConnections == .more else { return pendingConnections }
                continue
            }
            polling.heldSince = nil
            let accepted = Glibc.accept(socket.descriptor, nil, nil)
            guard accepted >= 0 else {
                guard errno == EMFILE || errno == ENFILE else { return Self.pendingAfterError }
                let pendingConnections = refuseConnection(&polling)
                guard pendingConnections == .more else { return pendingConnections }
                continue
            }
            let connection = Connection(
                key: polling.nextKey, socket: accepted, poller: poller,
                deadline: .now + configuration.timeout, slot: slot)
            polling.nextKey += 1
            if polling.isLast { connection.leave() }
            state.withLock { $0.connections[connection.key] = connection }
            takeRequest(on: connection, polling)
            executor.runWaiting()
        }
        return .more
    }

    /// What an error of accept says. After ``ListeningSocket/refuseNewcomers()`` nobody comes any more (EINVAL).
    private static var pendingAfterError: PendingConnections {
        errno == EAGAIN || errno == EINVAL ? .none : .held
    }

    private func isHeldLong(_ polling: inout Polling) -> Bool {
        let now = ContinuousClock.now
        let since = polling.heldSince ?? now
        polling.heldSince = since
        return now - since >= configuration.longestHold
    }

    /// Rejects the next waiting connection with 503, and closes it.
    private func refuseConnection(_ polling: inout Polling) -> PendingConnections {
        var accepted = Glibc.accept(socket.descriptor, nil, nil)
        let isOutOfFiles = accepted < 0 && (errno == EMFILE || errno == ENFILE)
        if isOutOfFiles {
            close(polling.spare)
            accepted = Glibc.accept(socket.descriptor, nil, nil)
        }
        let pendingConnections = accepted >= 0 ? .more : Self.pendingAfterError
        if accepted >= 0 { answerNoRoom(onceOn: accepted, polling) }
        if isOutOfFiles { polling.spare = Polling.openSpare() }
        return pendingConnections
    }

    /// Responds if a request has already arrived, and closes the socket.
    private func answerNoRoom(onceOn socket: CInt, _ polling: borrowing Polling) {
        let connection = Connection(key: 0, socket: socket, poller: poller, deadline: .now)
        guard let count = connection.input.peek(into: polling.space),
            let identifier = RequestReader.identifier(
                UnsafeRawBufferPointer(rebasing: polling.space[..<count]))
        else { return }
        connection.writeLast(.answer(identifier, head: Self.noRoom))
        connection.input.discard(upTo: count, waits: false)
    }

    private static var noRoom: String { "Status: 503 Service Unavailable\r\nRetry-After: 5" }
}
