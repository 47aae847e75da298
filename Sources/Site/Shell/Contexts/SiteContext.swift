// The site's request metadata.

import HTTPTypes
public import Hummingbird
import Ledger
public import Logging
import NIOCore

/// How a request arrived, in the same terms for every transport.
public struct SiteRequestSource: RequestContextSource {
    /// For what the request's handlers have to say.
    public let logger: Logger
    /// Whether the visitor's browser uses HTTPS.
    public let isSecure: Bool
    /// The visitor's IP address, as reported by the web server.
    public let remoteAddress: String
    /// The name by which the web server has signed the visitor in; nil if it has not. Never from a header.
    public let remoteUser: String?

    /// - Parameter remoteUser: Only from the web server itself, never from a header; nil if it has signed
    ///   nobody in.
    public init(logger: Logger, isSecure: Bool, remoteAddress: String, remoteUser: String? = nil) {
        self.logger = logger
        self.isSecure = isSecure
        self.remoteAddress = remoteAddress
        self.remoteUser = remoteUser
    }
}

/// The context of a request in middleware. Routes get a ``PageContext`` or a ``VisitorContext``.
public struct SiteContext: RequestContext {
    /// Each transport makes one from what it knows.
    public typealias Source = SiteRequestSource

    /// Hummingbird's own part of it.
    public var coreContext: CoreRequestContextStorage
    /// For forms without files.
    public let requestDecoder = URLEncodedFormDecoder()
    var isSecure: Bool
    let remoteAddress: String
    let remoteUser: String?

    /// The texts, templates and appearance of the response; nil before ``VisitorMiddleware``.
    var presentation: Presentation?
    /// The session's token, valid or not.
    var token: SessionToken?
    /// The visitor with this token.
    var visitor: Visitor?

    /// Before any middleware: without texts, token and visitor.
    public init(source: SiteRequestSource) {
        coreContext = .init(source: source)
        isSecure = source.isSecure
        remoteAddress = source.remoteAddress
        remoteUser = source.remoteUser
    }
}
