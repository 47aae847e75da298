// The site's request metadata.

import HTTPTypes
public import Hummingbird
import Ledger
public import Logging
import NIOCore

/// How a request arrived, in the same terms for every transport.
public struct SiteRequestSource: RequestContextSource {
    public let logger: Logger
    /// Whether the visitor's browser uses HTTPS.
    public let isSecure: Bool
    /// The visitor's IP address, as reported by the web server.
    public let remoteAddress: String
    /// The name by which the web server has signed the visitor in; nil if it has not. Never from a header.
    public let remoteUser: String?

    public init(logger: Logger, isSecure: Bool, remoteAddress: String, remoteUser: String? = nil) {
        self.logger = logger
        self.isSecure = isSecure
        self.remoteAddress = remoteAddress
        self.remoteUser = remoteUser
    }
}

/// The context of a request in middleware. Routes get a ``PageContext`` or a ``VisitorContext``.
public struct SiteContext: RequestContext {
    public typealias Source = SiteRequestSource

    public var coreContext: CoreRequestContextStorage
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

    public init(source: SiteRequestSource) {
        coreContext = .init(source: source)
        isSecure = source.isSecure
        remoteAddress = source.remoteAddress
        remoteUser = source.remoteUser
    }
}
