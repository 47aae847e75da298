// What the site knows of a request besides the request itself.

import HTTPTypes
public import Hummingbird
import Ledger
public import Logging
import NIOCore

/// How a request came to us, in the same terms for every transport.
public struct SiteRequestSource: RequestContextSource {
    public let logger: Logger
    /// Whether the visitor's browser speaks HTTPS.
    public let isSecure: Bool
    /// The visitor's IP address, as the web server tells it.
    public let remoteAddress: String

    public init(logger: Logger, isSecure: Bool, remoteAddress: String) {
        self.logger = logger
        self.isSecure = isSecure
        self.remoteAddress = remoteAddress
    }
}

/// The context of a request on its way through the middleware. Routes get a ``PageContext`` or a ``VisitorContext``.
public struct SiteContext: RequestContext {
    public typealias Source = SiteRequestSource

    public var coreContext: CoreRequestContextStorage
    public let requestDecoder = URLEncodedFormDecoder()
    let isSecure: Bool
    let remoteAddress: String

    /// The texts, templates and appearance to answer with; nil until ``VisitorMiddleware`` has found them.
    var presentation: Presentation?
    /// The session's token, known or not.
    var token: SessionToken?
    /// Who the token stands for.
    var visitor: Visitor?

    public init(source: SiteRequestSource) {
        coreContext = .init(source: source)
        isSecure = source.isSecure
        remoteAddress = source.remoteAddress
    }
}
