// The event loop of connections: accept, read once a request has arrived, handle
// in a task, close or reuse. Everything runs on one thread, which blocks only to
// poll its sockets; a server has several such engines.

import Foundation
import Glibc
import Hummingbird
import Logging
import Synchronization

final class FastCGIEngine<Responder: HTTPResponder>: Sendable where Responder.Context: RequestContext {
    struct State {
        var connections: [UInt64: Connection] = [:]
        /// Connections that can receive another request.
        var returned: [UInt64] = []
        var places: RequestPlaces
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
    let state: Mutex<State>

    static var listeningKey: UInt64 { 0 }
    /// How many bytes to receive at once; more than the largest record has.
    static var spaceForInput: Int { 128 * 1024 }

    /// - Parameters:
    ///   - limiter: Counts the connections of all engines.
    ///   - configuration: Its limit of requests applies to this engine alone.
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
        state = Mutex(State(places: RequestPlaces(limit: configuration.maximumConcurrentRequests)))
        poller = try Poller()
        executor = PollingExecutor(poller: poller)
    }

    /// Serves on its own thread until ``stop()``.
    ///
    /// - Returns: False at once if there is no memory for the thread.
    func run() async -> Bool {
        await withCheckedContinuation { done in
            let isStarted = OwnThread.start { [self] in
                poll()
                done.resume(returning: true)
            }
            if !isStarted { done.resume(returning: false) }
        }
    }

    /// Requests a shutdown. Returns immediately.
    func stop() {
        state.withLock { $0.isStopping = true }
        poller.wake()
    }

    // MARK: The polling thread

    /// Whether connections are waiting to be accepted.
    enum PendingConnections {
        case none, more
        /// No connection can be accepted at the moment.
        case held
    }

    /// State of the polling thread only: the next connection's key, and room to receive bytes.
    struct Polling: ~Copyable {
        var nextKey = listeningKey + 1
        let space = UnsafeMutableRawBufferPointer.allocate(byteCount: spaceForInput, alignment: 8)
        /// Since when no connection can be accepted; nil while they can.
        var heldSince: ContinuousClock.Instant?
        /// Whether each connection that is accepted serves one request, because the server ends.
        var isLast = false
        /// A spare descriptor, closed when the limit of open files is reached, to
        /// have room to reject a connection.
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
        var calm: ContinuousClock.Instant?
        // The listening socket is edge-triggered as well: keep accepting until no
        // connection is waiting.
        var pendingConnections = PendingConnections.none
        while true {
            // In this order: whoever adds one wakes a thread that has fallen asleep.
            let mayWait =
                pendingConnections != .more && executor.fallAsleep() && state.withLock { $0.returned.isEmpty }
            let isPressed = end != nil || pendingConnections == .held
            let pause: CInt = !mayWait ? 0 : isPressed ? 20 : 1000
            // The requests that events bring are queued on this very thread, which must not wake itself for them.
            poller.wait(milliseconds: pause, awake: executor.wakeUp) { key, readiness in
                if key == Self.listeningKey {
                    pendingConnections = .more
                } else if let connection = state.withLock({ $0.connections[key] }) {
                    handle(readiness, on: connection, polling)
                }
            }
            if pendingConnections != .none { pendingConnections = accept(&polling) }
            if polling.isLast, pendingConnections == .none { socket.refuseNewcomers() }
            // On an inherited socket there may come more and more; they are the next server's.
            if let calm, ContinuousClock.now > calm { pendingConnections = .none }
            executor.runWaiting()
            serveReturned(polling)
            serveLine(polling)

            let now = ContinuousClock.now
            if now >= nextSweep {
                dropOverdue(at: now)
                nextSweep = now + .seconds(1)
            }
            if end == nil, state.withLock({ $0.isStopping }) {
                end = now + configuration.drainTime
                calm = now + configuration.calmTime
                socket.removeFile()
                poller.forget(socket.descriptor)
                announceShutdown()
                // Those that wait already would get lost with the socket.
                pendingConnections = .more
                polling.isLast = true
            }
            if let calm, now > calm { dropIdle() }
            if let end, now > end || (isDrained && pendingConnections == .none) { return }
        }
    }

    /// Whether no request is being handled or waiting, and none can come any more: whatever a web server sends on a
    /// connection that is still open would get lost with the process.
    private var isDrained: Bool {
        state.withLock { $0.places.areFree && $0.connections.isEmpty }
    }

    private func handle(_ readiness: Readiness, on connection: Connection, _ polling: borrowing Polling) {
        if readiness.contains(.writable) { connection.becameWritable() }
        if !readiness.isDisjoint(with: [.readable, .ended]) { takeRequest(on: connection, polling) }
        // Whoever sends nothing more still gets an answer; that it has ended is found out after that.
        if readiness.contains(.ended) { connection.setNewInput(true) }
        if !readiness.isDisjoint(with: .closed) {
            guard connection.isAnswering else { return drop(connection) }
            connection.setNewInput(true)
            connection.peerDisconnected()
        }
    }

    private func serveReturned(_ polling: borrowing Polling) {
        let returned = state.withLock { state in
            defer { state.returned.removeAll(keepingCapacity: true) }
            return state.returned.compactMap { state.connections[$0] }
        }
        for connection in returned where connection.hasInputAfterResponse {
            takeRequest(on: connection, polling)
        }
    }

    private func serveLine(_ polling: borrowing Polling) {
        while true {
            let next = state.withLock { $0.places.nextInLine() }
            guard !next.isEmpty else { return }
            // Some may have been closed meanwhile, and leave their place to those behind them.
            for connection in state.withLock({ state in next.compactMap { state.connections[$0] } }) {
                takeRequest(on: connection, polling)
            }
        }
    }

    private func dropOverdue(at now: ContinuousClock.Instant) {
        let overdue = state.withLock { $0.connections.values.filter { $0.isOverdue(at: now) } }
        for connection in overdue {
            if connection.isAnswering { connection.peerDisconnected() } else { drop(connection) }
        }
    }

    private func announceShutdown() {
        let connections = state.withLock { Array($0.connections.values) }
        for connection in connections {
            connection.leave()
            connection.endStream()
        }
    }

    /// Closes the connections on which nothing has come. Under load there are none left: a web server takes those it
    /// has kept before it makes new ones.
    private func dropIdle() {
        let connections = state.withLock { Array($0.connections.values) }
        for connection in connections where connection.isIdle { drop(connection) }
    }

    /// Starts handling a request if one has arrived on the connection.
    func takeRequest(on connection: Connection, _ polling: borrowing Polling) {
        guard !connection.isAnswering else {
            connection.setNewInput(true)
            return connection.noticeInterruption()
        }
        do {
            while true {
                switch try connection.input.next(polling.space) {
                case .event(let event, let isMore):
                    connection.setNewInput(isMore)
                    guard !handle(event, on: connection) else { return }
                case .nothing(let isBegun):
                    connection.setNewInput(false)
                    // On a kept-alive connection, the deadline only starts once a request begins.
                    if isBegun { connection.beginDeadline(.now + configuration.timeout) }
                    connection.watch()
                    return
                case .end: return drop(connection)
                }
            }
        } catch {
            drop(connection)
        }
    }

    /// - Returns: False if more can be read at once.
    private func handle(_ event: RequestReader.Event, on connection: Connection) -> Bool {
        switch event {
        case .connection(let record):
            guard let reply = answer(to: record) else { return false }
            write(reply, on: connection, keepsConnection: true)
        case .aborted(let identifier, let keepsConnection):
            write(.end(identifier), on: connection, keepsConnection: keepsConnection)
        case .secondRequest(let identifier):
            write(.refusal(identifier, .cannotMultiplex), on: connection, keepsConnection: true)
        case .headTooLong(let identifier):
            connection.writeLast(
                .answer(identifier, head: "Status: 431 Request Header Fields Too Large"))
            connection.input.discard(upTo: RequestReader.longestHead, waits: false)
            drop(connection)
        case .request(let request):
            connection.setDeadline(nil)
            let isUpload = !request.isWhole
            guard state.withLock({ $0.places.take(for: connection.key, isUpload: isUpload) }) else {
                connection.input.hold(request)
                return true
            }
            begin(request, on: connection)
        }
        return true
    }

    private func drop(_ connection: Connection) {
        connection.peerDisconnected()
        state.withLock { _ = $0.connections.removeValue(forKey: connection.key) }
    }

    func releasePlace(isUpload: Bool) {
        let somebodyWaits = state.withLock { state in
            state.places.release(isUpload: isUpload)
            return state.places.isAnybodyWaiting || state.isStopping
        }
        if somebodyWaits { poller.wake() }
    }
}
