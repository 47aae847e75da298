// A FastCGI server for any Hummingbird responder: the service and its
// configuration. `FastCGIEngine` handles the connections.

import Foundation
import Glibc
public import Hummingbird
public import Logging
public import ServiceLifecycle

/// Limits and timeouts of a ``FastCGIServer``.
public struct FastCGIConfiguration: Sendable {
    /// Where it listens.
    public var address: FastCGIAddress
    /// Threads that handle requests. A handler that computes, or blocks without
    /// `await`, occupies one of them.
    public var threads = min(max(2, ProcessInfo.processInfo.activeProcessorCount), 8)
    /// Requests handled at once; further ones are queued. A request no longer
    /// counts once it has a response, however long writing it takes.
    public var maximumConcurrentRequests = 256
    /// Open connections, including streams and slow readers; fewer if the limit
    /// of open files has no room for them. Further ones wait to be accepted, and
    /// get a 503 if that takes too long.
    public var maximumConnections = 4096
    /// The largest body, in bytes. Reading a larger one throws `HTTPError(.contentTooLarge)`.
    public var maximumBodySize = 10 * 1024 * 1024
    /// How long a web server may stall while sending a request or reading a response.
    public var timeout = Duration.seconds(60)
    /// How long the rest of a request's body may pause after its response. Then the connection is closed: nginx sends no more
    /// of a request once it has the head of the response.
    public var longestPause = Duration.milliseconds(250)
    /// How long a connection waits to be accepted while the limit of connections is reached.
    public var longestHold = Duration.seconds(1)
    /// How long requests may still take after a shutdown was requested.
    public var drainTime = Duration.seconds(8)
    /// How long a connection that the web server keeps stays open for its next request after a shutdown was
    /// requested. Closed at once, it would meet one that the web server is just sending.
    public var calmTime = Duration.milliseconds(200)

    /// Everything but the address as it is where nobody sets it.
    public init(address: FastCGIAddress) {
        self.address = address
    }
}

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
    /// SIGPIPE and SIGHUP are ignored from here on; SIGTERM is left to the
    /// caller's service group. The process's limit of open files is raised to its
    /// hard limit.
    ///
    /// - Throws: ``ListeningError`` when the address cannot be listened on, or there is no memory for a thread.
    public func run() async throws {
        NativeRequest.prepareLibrary()
        signal(SIGHUP, SIG_IGN)
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
    /// requests among themselves.
    private func makeEngines(limiter: ConnectionLimiter) throws -> [FastCGIEngine<Responder>] {
        var part = configuration
        part.threads = max(
            1, min(part.threads, part.maximumConcurrentRequests))
        part.maximumConcurrentRequests /= part.threads
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
