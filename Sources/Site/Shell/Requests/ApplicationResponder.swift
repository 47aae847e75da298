// Connects the site to Hummingbird's own HTTP server and test client.

public import Hummingbird
import NIOCore

/// A context of Hummingbird's server that only passes on what the site needs.
public struct ApplicationContext: RequestContext {
    /// Hummingbird's own part of it.
    public var coreContext: CoreRequestContextStorage
    fileprivate let remoteAddress: String

    /// Has an empty address if the connection has none.
    public init(source: ApplicationRequestContextSource) {
        coreContext = .init(source: source)
        remoteAddress = source.channel.remoteAddress?.ipAddress ?? ""
    }
}

/// Adapts a responder for the site's context to Hummingbird's server.
public struct ApplicationResponder<Inner: HTTPResponder<SiteContext>>: HTTPResponder {
    private let inner: Inner

    /// - Parameter inner: Gets every request as one without HTTPS, of nobody whom a web server has signed
    ///   in.
    public init(_ inner: Inner) {
        self.inner = inner
    }

    /// Takes the other end of the connection for the visitor.
    public func respond(to request: Request, context: ApplicationContext) async throws -> Response {
        let source = SiteRequestSource(
            logger: context.logger, isSecure: false, remoteAddress: context.remoteAddress)
        return try await inner.respond(to: request, context: SiteContext(source: source))
    }
}
