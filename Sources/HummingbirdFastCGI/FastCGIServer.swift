// A FastCGI server for any Hummingbird responder: the service. `FastCGIEngine`
// handles the connections.

import Glibc
public import Hummingbird
public import Logging
public import ServiceLifecycle

/// Serves a Hummingbird responder over FastCGI.
///
/// ```swift
/// let router = Router(context: GatewayContext.self)
/// let server = FastCGIServer(
///     responder: router.buildResponder(),
///     configuration: .init(address: .unixSocket(path: "/run/app.sock", mode: 0o660))
/// )
/// try await server.runService()
/// ```
///
/// The responder's context is made from a ``GatewayRequestContextSource``.
public struct FastCGIServer<Responder: HTTPResponder>: Service where Responder.Context: RequestContext {
    private let responder: Responder
    private let configuration: FastCGIConfiguration
    private let logger: Logger
    private let makeContext: @Sendable (GatewayRequestContextSource) -> Responder.Context

    /// - Parameter makeContext: Creates a request's context, if it needs another source.
    public init(
        responder: Responder,
        configuration: FastCGIConfiguration,
        logger: Logger = Logger(label: "FastCGI"),
        makeContext: @escaping @Sendable (GatewayRequestContextSource) -> Responder.Context
    ) {
        self.responder = responder
        self.configuration = configuration
        self.logger = logger
        self.makeContext = makeContext
    }

    /// For a context that is made from a ``GatewayRequestContextSource`` as it is.
    public init(
        responder: Responder,
        configuration: FastCGIConfiguration,
        logger: Logger = Logger(label: "FastCGI")
    ) where Responder.Context: InitializableFromSource<GatewayRequestContextSource> {
        self.init(responder: responder, configuration: configuration, logger: logger) {
            Responder.Context(source: $0)
        }
    }

    /// Listens and serves until a graceful shutdown or cancellation, then handles
    /// the requests of open connections and returns. Connections that the web
    /// server keeps serve one more request each, for ``FastCGIConfiguration/calmTime``.
    ///
    /// SIGPIPE, SIGUSR1 and SIGHUP are ignored from here on; SIGTERM is left to the
    /// caller's service group. The process's limit of open files is raised to its
    /// hard limit.
    ///
    /// - Throws: ``ListeningError`` when the address cannot be listened on, or there is no memory for a thread.
    public func run() async throws {
        // A web server that starts programs may restart gracefully by SIGUSR1 to all of them.
        for ignored in [SIGPIPE, SIGUSR1, SIGHUP] { signal(ignored, SIG_IGN) }
        let engines = try makeEngines(limiter: ConnectionLimiter(limit: mostConnections()))
        logger.info("listening", metadata: ["address": "\(configuration.address)"])
        let served = await withTaskCancellationHandler {
            await withGracefulShutdownHandler {
                await serve(on: engines)
            } onGracefulShutdown: {
                for engine in engines { engine.stop() }
            }
        } onCancel: {
            for engine in engines { engine.stop() }
        }
        guard served else { throw ListeningError(refusing: "there is no memory for a thread") }
        logger.info("stopped")
    }

    /// - Returns: Whether any of them had a thread to serve on.
    private func serve(on engines: [FastCGIEngine<Responder>]) async -> Bool {
        await withTaskGroup(of: Bool.self) { group in
            for engine in engines { group.addTask { await engine.run() } }
            return await group.reduce(false) { served, isOne in
                if !isOne { logger.warning("fewer threads serve than there should: memory is scarce") }
                return served || isOne
            }
        }
    }

    /// One engine per thread, all on one socket, which divide the limit of
    /// requests among themselves, rounded up.
    private func makeEngines(limiter: ConnectionLimiter) throws -> [FastCGIEngine<Responder>] {
        var part = configuration
        part.threads = max(
            1, min(part.threads, part.maximumConcurrentRequests))
        part.maximumConcurrentRequests = (part.maximumConcurrentRequests + part.threads - 1) / part.threads
        let socket = try ListeningSocket(configuration.address)
        return try (0..<part.threads).map { _ in
            try FastCGIEngine(
                responder: responder, socket: socket, limiter: limiter, configuration: part, logger: logger,
                makeContext: makeContext
            )
        }
    }

    /// The configured number of connections, or fewer if there is no room for them.
    private func mostConnections() -> Int {
        let room = OpenFiles.raiseLimit()
        if room < configuration.maximumConnections {
            logger.warning(
                "fewer files may be open than connections are allowed", metadata: ["connections": "\(room)"])
        }
        return max(1, min(room, configuration.maximumConnections))
    }
}
