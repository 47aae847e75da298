// How much a FastCGI server takes at once, and how long it waits.

import Foundation

/// Limits and timeouts of a ``FastCGIServer``.
public struct FastCGIConfiguration: Sendable {
    /// Where it listens.
    public var address: FastCGIAddress
    /// Threads that handle requests. A handler that computes, or blocks without
    /// `await`, occupies one of them.
    public var threads = min(max(2, ProcessInfo.processInfo.activeProcessorCount), 8)
    /// Requests handled at once; further ones are queued. A request no longer
    /// counts once it has a response, however long writing it takes. Half of them
    /// may have a body that is still arriving. Divided among the threads, rounded up.
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
