// What is done with every request and every response, and waits for nothing. `Site` defines the order.

import HTTPTypes
import Hummingbird
import Ledger
import Logging

extension HTTPField.Name {
    static let referrerPolicy = Self("referrer-policy")!
    static let openerPolicy = Self("cross-origin-opener-policy")!
    static let robots = Self("x-robots-tag")!
    static let fetchSite = Self("sec-fetch-site")!
}

/// A reason to refuse a request, whatever its route.
protocol RequestCheck: Sendable {
    /// - Throws: What the request is refused with.
    func check(_ request: Request, _ context: SiteContext) throws
}

/// Something that is done with the response of every route.
protocol ResponseStep: Sendable {
    func complete(
        _ response: inout Response, to request: Request, on route: RouteMetadata, _ context: SiteContext)
}

/// Logs the route and the outcome: no address, title, token or IP.
struct RequestLog: Sendable {
    let now: @Sendable () -> Moment

    /// When the request began; nil if nobody reads the log that closely.
    func begin(_ context: SiteContext) -> Moment? { context.logger.logLevel <= .debug ? now() : nil }

    func end(_ response: Response, to request: Request, _ context: SiteContext, begunAt start: Moment?) {
        guard let start else { return }
        context.logger.debug(
            "answered",
            metadata: [
                "method": "\(request.method)",
                "route": "\(context.endpointPath ?? "-")",
                "status": "\(response.status.code)",
                "milliseconds": "\(now().milliseconds - start.milliseconds)",
            ]
        )
    }
}

/// Sets security headers: a page may only load and do what it is made of.
struct SecurityHeaders: Sendable {
    private static let policy = HTTPField(
        name: .contentSecurityPolicy,
        value: [
            "default-src 'none'", "script-src 'self'", "style-src 'self'", "img-src 'self'",
            "connect-src 'self'",
            "manifest-src 'self'", "form-action 'self'", "base-uri 'none'", "frame-ancestors 'none'",
        ].joined(separator: "; "))
    private static let noSniffing = HTTPField(name: .xContentTypeOptions, value: "nosniff")
    // Not `no-referrer`: with it a form's `Origin` would be `null`.
    private static let referrers = HTTPField(name: .referrerPolicy, value: "same-origin")
    private static let originOnly = HTTPField(name: .referrerPolicy, value: "strict-origin")
    private static let opener = HTTPField(name: .openerPolicy, value: "same-origin")
    /// The address of an error page may have a recovery link, an invitation or a code, too.
    private static let pathsOfSecrets = ["/recover/", "/invitation/", "/join"]

    func complete(_ response: inout Response, to request: Request) {
        response.headers.append(Self.noSniffing)
        if !response.headers.contains(.referrerPolicy) {
            let path = request.uri.path
            let isSecret = Self.pathsOfSecrets.contains { path.hasPrefix($0) }
            response.headers.append(isSecret ? Self.originOnly : Self.referrers)
        }
        if response.headers.first(.contentType)?.hasPrefix("text/html") ?? false {
            response.headers.append(Self.policy)
            response.headers.append(Self.opener)
        }
    }
}

/// CSRF protection: an unsafe request must be same-origin, by `Sec-Fetch-Site`,
/// or by `Origin` where a browser sends only that, as with plain HTTP.
struct CrossSiteCheck: RequestCheck {
    func check(_ request: Request, _ context: SiteContext) throws {
        guard [.get, .head, .options].contains(request.method) || Self.isFromHere(request, context) else {
            throw HTTPError(.forbidden)
        }
    }

    private static func isFromHere(_ request: Request, _ context: SiteContext) -> Bool {
        if let site = request.headers[.fetchSite] { return site == "same-origin" }
        guard let origin = request.headers[.origin] else { return false }
        return origin == Links.origin(authority: request.head.authority, isSecure: context.isSecure)
    }
}

/// Rejects malformed addresses: broken percent-encoding, invalid UTF-8, or an
/// invalid host, which would end up in links that people copy.
struct AddressCheck: RequestCheck {
    func check(_ request: Request, _ context: SiteContext) throws {
        guard Self.isSound(request.uri.string), request.head.authority.map(Links.isHost) ?? true else {
            throw HTTPError(.badRequest)
        }
    }

    private static func isSound(_ address: String) -> Bool {
        guard address.utf8.contains(UInt8(ascii: "%")) || address.unicodeScalars.contains("\u{FFFD}") else {
            return true
        }
        guard let decoded = address.removingPercentEncoding else { return false }
        return !address.unicodeScalars.contains("\u{FFFD}") && !CombiningMarks.areTooMany(in: decoded)
    }
}
