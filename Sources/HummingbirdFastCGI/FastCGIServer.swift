// A FastCGI server for any Hummingbird responder: the service one runs, and
// its settings. What it does with connections is in `FastCGIEngine`.

import Foundation
import Glibc
public import Hummingbird
public import Logging
public import ServiceLifecycle

/// Limits and waiting times of a ``FastCGIServer``.
public struct FastCGIConfiguration: Sendable {
    public var address: FastCGIAddress
    /// Threads that answer requests. While a handler computes, or waits without
    /// `await`, it has one of them for itself.
    public var threads = min(max(2, ProcessInfo.processInfo.activeProcessorCount), 8)
    /// Requests worked on at once; further ones wait in line. A request leaves
    /// the count when its answer is known, however long that takes to be written.
    public var maximumConcurrentRequests = 256
    /// Connections open at once, streams and slow readers included; fewer where the limit of open files
    /// has no room for them. Further ones wait to be accepted, and are answered 503 when that takes long.
    public var maximumConnections = 4096
    /// The largest body, in bytes. Reading a larger one throws `HTTPError(.contentTooLarge)`.
    public var maximumBodySize = 10 * 1024 * 1024
    /// How long a web server may neither send what it announced nor read what it asked for.
    public var timeout = Duration.seconds(60)
    /// How long somebody waits to be accepted while there are as many connections as there may be.
    public var longestHold = Duration.seconds(1)
    /// How long requests may still take after a shutdown was asked for.
    public var drainTime = Duration.seconds(8)

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

    /// - Parameter makeContext: Makes the context of a request, where it has another source.
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

    public init(
        responder: Responder,
        configuration: FastCGIConfiguration,
        logger: Logger = Logger(label: "FastCGI")
    ) where Responder.Context: InitializableFromSource<GatewayRequestContextSource> {
        self.init(responder: responder, configuration: configuration, logger: logger) {
            Responder.Context(source: $0)
        }
    }

    /// Listens and answers until a graceful shutdown or cancellation, then
    /// answers who has connected and returns.
    ///
    /// SIGPIPE and SIGHUP are ignored from here on; SIGTERM is left to the
    /// caller's service group. The process's limit of open files is raised as
    /// far as the system lets it.
    ///
    /// - Throws: ``ListeningError`` when the address cannot be listened on.
    public func run() async throws {
        NativeRequest.prepareLibrary()
        signal(SIGHUP, SIG_IGN)
        let engines = try makeEngines(limiter: ConnectionLimiter(limit: mostConnections()))
        logger.info("listening", metadata: ["address": "\(configuration.address)"])
        await withTaskCancellationHandler {
            await withGracefulShutdownHandler {
                await withTaskGroup { group in
                    for engine in engines { group.addTask { await engine.run() } }
                }
            } onGracefulShutdown: {
                for engine in engines { engine.stop() }
            }
        } onCancel: {
            for engine in engines { engine.stop() }
        }
        logger.info("stopped")
    }

    /// An engine a thread, all on one socket, which share the limit of requests out among themselves.
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

    /// As many connections as are wanted, or as there is room for.
    private func mostConnections() -> Int {
        let room = OpenFiles.raiseLimit()
        if room < configuration.maximumConnections {
            logger.warning(
                "fewer files may be open than connections are allowed", metadata: ["connections": "\(room)"])
        }
        return max(1, min(room, configuration.maximumConnections))
    }
}
