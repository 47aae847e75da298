// What happens to connections: accepted, read once a request has come,
// answered in a task, closed or used again. All on one thread, which waits for
// nothing but its sockets; there are several such engines to a server.

import Foundation
import Glibc
import Hummingbird
import Logging
import Synchronization

final class FastCGIEngine<Responder: HTTPResponder>: Sendable where Responder.Context: RequestContext {
    struct State {
        var connections: [UInt64: Connection] = [:]
        /// Connections with a request that waits until fewer are being answered.
        var line: [UInt64] = []
        /// Connections on which another request may come.
        var returned: [UInt64] = []
        var active = 0
        var isStopping = false
    }

    let responder: Responder
    let configuration: FastCGIConfiguration
    let logger: Logger
    let makeContext: @Sendable (GatewayRequestContextSource) -> Responder.Context
    let socket: ListeningSocket
    let limiter: ConnectionLimiter
    let poller: Poller
    let executor: PollingExecutor
    let state = Mutex(State())

    static var listeningKey: UInt64 { 0 }
    /// The most of a request that is looked at before libfcgi takes it, in
    /// bytes. A longer head is refused; web servers allow a quarter of it.
    static var largestHead: Int { 128 * 1024 }

    /// - Parameters:
    ///   - limiter: Counts the connections of all engines.
    ///   - configuration: With a limit of requests that holds for this engine alone.
    init(
        responder: Responder, socket: ListeningSocket, limiter: ConnectionLimiter,
        configuration: FastCGIConfiguration, logger: Logger,
        makeContext: @escaping @Sendable (GatewayRequestContextSource) -> Responder.Context
    ) throws {
        self.responder = responder
        self.configuration = configuration
        self.logger = logger
        self.makeContext = makeContext
        self.socket = socket
        self.limiter = limiter
        poller = try Poller()
        executor = PollingExecutor(poller: poller)
    }

    /// Serves until ``stop()``, on a thread of its own.
    func run() async {
        await withCheckedContinuation { done in
            Thread.detachNewThread { [self] in
                poll()
                done.resume()
            }
        }
    }

    /// Asks for the end. Returns at once.
    func stop() {
        state.withLock { $0.isStopping = true }
        poller.wake()
    }

    // MARK: The polling thread

    /// Who waits to be let in.
    enum Arrivals {
        case none, more
        /// Nobody can be let in just now.
        case held
    }

    /// What only the polling thread has: the next connection's key, and room to look at requests.
    struct Polling: ~Copyable {
        var nextKey = listeningKey + 1
        let space = UnsafeMutableRawBufferPointer.allocate(byteCount: largestHead, alignment: 8)
        /// Since when nobody could be let in; nil while somebody can.
        var heldSince: ContinuousClock.Instant?
        /// A file to close where no other can be opened, to have room to turn somebody away.
        var spare = openSpare()

        static func openSpare() -> CInt { open("/dev/null", O_RDONLY | O_CLOEXEC) }

        deinit {
            space.deallocate()
            close(spare)
        }
    }

    private func poll() {
        poller.watchListening(socket.descriptor, key: Self.listeningKey)
        var polling = Polling()
        var nextSweep = ContinuousClock.now + .seconds(1)
        var end: ContinuousClock.Instant?
        // The listening socket is told of once as well: it stays to be looked at until all who came are let in.
        var arrivals = Arrivals.none
        while true {
            let mayWait = arrivals != .more && executor.fallAsleep()
            let isPressed = end != nil || arrivals == .held
            poller.wait(milliseconds: !mayWait ? 0 : isPressed ? 20 : 1000) { key, readiness in
                if key == Self.listeningKey {
                    arrivals = .more
                } else if let connection = state.withLock({ $0.connections[key] }) {
                    handle(readiness, on: connection, polling)
                }
            }
            executor.wakeUp()
            if arrivals != .none { arrivals = accept(&polling) }
            serveReturned(polling)
            serveLine(polling)
            executor.runWaiting()

            let now = ContinuousClock.now
            if now >= nextSweep {
                dropOverdue(at: now)
                nextSweep = now + .seconds(1)
            }
            if end == nil, state.withLock({ $0.isStopping }) {
                end = now + configuration.drainTime
                socket.removeFile()
                while accept(&polling) == .more {}
                poller.forget(socket.descriptor)
                endStreams()
            }
            if let end, now > end || isDrained { return }
        }
    }

    /// Whether nobody is being answered and nobody who connected in time still waits.
    private var isDrained: Bool {
        state.withLock { state in
            state.active == 0 && state.line.isEmpty
                && state.connections.values.allSatisfy { $0.isIdle }
        }
    }

    private func handle(_ readiness: Readiness, on connection: Connection, _ polling: borrowing Polling) {
        if readiness.contains(.writable) { connection.becameWritable() }
        if readiness.contains(.readable) { takeRequest(on: connection, polling) }
        if !readiness.isDisjoint(with: .closed) {
            if connection.isAnswering { connection.peerDisconnected() } else { drop(connection) }
        }
    }

    private func serveReturned(_ polling: borrowing Polling) {
        let returned = state.withLock { state in
            defer { state.returned.removeAll() }
            return state.returned.compactMap { state.connections[$0] }
        }
        for connection in returned { takeRequest(on: connection, polling) }
    }

    private func serveLine(_ polling: borrowing Polling) {
        let served = state.withLock { state in
            let count = min(state.line.count, max(0, configuration.maximumConcurrentRequests - state.active))
            defer { state.line.removeFirst(count) }
            return state.line.prefix(count).compactMap { state.connections[$0] }
        }
        for connection in served { takeRequest(on: connection, polling) }
    }

    private func dropOverdue(at now: ContinuousClock.Instant) {
        let overdue = state.withLock { $0.connections.values.filter { $0.isOverdue(at: now) } }
        for connection in overdue {
            if connection.isAnswering { connection.peerDisconnected() } else { drop(connection) }
        }
    }

    private func endStreams() {
        let connections = state.withLock { Array($0.connections.values) }
        for connection in connections { connection.endStream() }
    }

    /// Begins to answer if a request has come on the connection.
    func takeRequest(on connection: Connection, _ polling: borrowing Polling) {
        guard !connection.isAnswering else { return connection.noticeAbort() }
        while let count = connection.peek(into: polling.space) {
            let bytes = UnsafeRawBufferPointer(rebasing: polling.space[..<count])
            let scan = count == 0 ? .malformed : RecordScan(bytes)
            switch scan {
            case .incomplete where count < polling.space.count:
                // Of a connection that is kept, only now is the web server expected to go on.
                connection.beginDeadline(.now + configuration.timeout)
                connection.watch()
                return
            case .incomplete, .malformed:
                return drop(connection)
            case .connection(let record, let length):
                connection.skip(length)
                guard let reply = answer(to: record) else { continue }
                return write(reply, on: connection, keepsConnection: true)
            case .aborted(let identifier, let keepsConnection, let length):
                connection.skip(length)
                return write(.end(identifier), on: connection, keepsConnection: keepsConnection)
            case .whole, .uploading:
                return take(scan, on: connection)
            }
        }
        connection.watch()
    }

    /// Reads a request that is there, and begins to answer it when it is its turn.
    private func take(_ scan: RecordScan, on connection: Connection) {
        connection.setDeadline(nil)
        guard takePlace(for: connection) else { return }
        guard let native = NativeRequest(reading: connection.socket) else {
            logger.warning("not a FastCGI request")
            connection.socketWasClosed()
            leavePlace()
            drop(connection)
            return
        }
        begin(native, on: connection, isWhole: scan == .whole)
    }

    private func drop(_ connection: Connection) {
        connection.peerDisconnected()
        state.withLock { _ = $0.connections.removeValue(forKey: connection.key) }
    }

    /// Counts the connection among those being answered, or puts it in line.
    private func takePlace(for connection: Connection) -> Bool {
        state.withLock { state in
            guard state.active < configuration.maximumConcurrentRequests else {
                if !state.line.contains(connection.key) { state.line.append(connection.key) }
                return false
            }
            state.active += 1
            return true
        }
    }

    func leavePlace() {
        let somebodyWaits = state.withLock { state in
            state.active -= 1
            return !state.line.isEmpty || state.isStopping
        }
        if somebodyWaits { poller.wake() }
    }
}
