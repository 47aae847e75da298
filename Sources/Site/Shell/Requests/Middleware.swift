// The middleware for every request and response. `Site` defines the order.

import HTTPTypes
import Hummingbird
import Ledger
import Logging
import NIOCore

extension HTTPField.Name {
    static let referrerPolicy = Self("referrer-policy")!
    static let openerPolicy = Self("cross-origin-opener-policy")!
    static let resourcePolicy = Self("cross-origin-resource-policy")!
    static let robots = Self("x-robots-tag")!
    static let fetchSite = Self("sec-fetch-site")!
}

/// Logs the route and the outcome: no address, title, token or IP.
struct LogMiddleware: RouterMiddleware {
    let now: @Sendable () -> Moment

    func handle(
        _ request: Request, context: SiteContext, next: (Request, SiteContext) async throws -> Response
    ) async throws -> Response {
        guard context.logger.logLevel <= .debug else { return try await next(request, context) }
        let start = now()
        let response = try await next(request, context)
        context.logger.debug(
            "answered",
            metadata: [
                "method": "\(request.method)",
                "route": "\(context.endpointPath ?? "-")",
                "status": "\(response.status.code)",
                "milliseconds": "\(now().milliseconds - start.milliseconds)",
            ]
        )
        return response
    }
}

/// Sets security headers: a page may only load and do what it is made of.
struct SecurityHeadersMiddleware: RouterMiddleware {
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

    func handle(
        _ request: Request, context: SiteContext, next: (Request, SiteContext) async throws -> Response
    ) async throws -> Response {
        var response = try await next(request, context)
        response.headers.append(Self.noSniffing)
        // The address of an error page may have a recovery link, an invitation or a code, too.
        let isSecret = ["/recover/", "/invitation/", "/join"].contains { request.uri.path.hasPrefix($0) }
        if response.headers[.referrerPolicy] == nil {
            response.headers.append(isSecret ? Self.originOnly : Self.referrers)
        }
        if response.headers[.contentType]?.hasPrefix("text/html") ?? false {
            response.headers.append(Self.policy)
            response.headers.append(Self.opener)
        }
        return response
    }
}

/// CSRF protection: an unsafe request must be same-origin, by `Sec-Fetch-Site`,
/// or by `Origin` where a browser sends only that, as with plain HTTP.
struct CrossSiteMiddleware: RouterMiddleware {
    func handle(
        _ request: Request, context: SiteContext, next: (Request, SiteContext) async throws -> Response
    ) async throws -> Response {
        guard [.get, .head, .options].contains(request.method) || Self.isFromHere(request, context) else {
            throw HTTPError(.forbidden)
        }
        return try await next(request, context)
    }

    private static func isFromHere(_ request: Request, _ context: SiteContext) -> Bool {
        if let site = request.headers[.fetchSite] { return site == "same-origin" }
        guard let origin = request.headers[.origin] else { return false }
        return origin == Links.origin(authority: request.head.authority, isSecure: context.isSecure)
    }
}

/// Rejects malformed addresses: broken percent-encoding, invalid UTF-8, or an
/// invalid host, which would end up in links that people copy.
struct AddressMiddleware: RouterMiddleware {
    func handle(
        _ request: Request, context: SiteContext, next: (Request, SiteContext) async throws -> Response
    ) async throws -> Response {
        guard Self.isSound(request.uri.string), request.head.authority.map(Links.isHost) ?? true else {
            throw HTTPError(.badRequest)
        }
        return try await next(request, context)
    }

    private static func isSound(_ address: String) -> Bool {
        guard address.utf8.contains(UInt8(ascii: "%")) || address.unicodeScalars.contains("\u{FFFD}") else {
            return true
        }
        guard let decoded = address.removingPercentEncoding else { return false }
        return !address.unicodeScalars.contains("\u{FFFD}") && !CombiningMarks.areTooMany(in: decoded)
    }
}

/// Determines the visitor and the language of the response.
struct VisitorMiddleware: RouterMiddleware {
    let ledger: Ledger
    let links: Links
    let presentations: Presentations
    let configuration: SiteConfiguration

    private let zoneWrites = ZoneWrites()
    private static let day: Int64 = 86_400_000

    init(
        ledger: Ledger, links: Links, presentations: Presentations, configuration: SiteConfiguration
    ) {
        self.ledger = ledger
        self.links = links
        self.presentations = presentations
        self.configuration = configuration
    }

    func handle(
        _ request: Request, context: SiteContext, next: (Request, SiteContext) async throws -> Response
    ) async throws -> Response {
        let cookie = SiteCookie.session(base: links.base, isSecure: context.isSecure)
        let current = cookie.value(in: request)
        let earlier =
            configuration.signsInByWebServer
            ? try await WebServerSignIn(ledger: ledger, configuration: configuration)
                .taken(from: request, context, current: current)
            : try await EarlierSession(ledger: ledger, base: links.base, isSecure: context.isSecure)
                .taken(from: request, current: current)
        let token = earlier?.token ?? current.flatMap { SessionToken($0) }
        // The session of before is only replaced, never kept for longer as it is.
        var response = try await answer(
            to: request, token, earlier == nil ? cookie : nil, context: context, next: next)
        // An account that this very request has opened stays open.
        let isOpened = response.headers[values: .setCookie].contains { $0.hasPrefix(cookie.name + "=") }
        for field in earlier?.fields ?? [] where !(isOpened && field.value.hasPrefix(cookie.name + "=")) {
            response.headers.append(field)
        }
        return response
    }

    /// - Parameter cookie: Kept for longer if it was not used for a day; nil if it is replaced.
    private func answer(
        to request: Request, _ token: SessionToken?, _ cookie: SiteCookie?, context: SiteContext,
        next: (Request, SiteContext) async throws -> Response
    ) async throws -> Response {
        var context = context
        context.presentation = presentations.presentation(for: request, isSecure: context.isSecure)
        guard let token else { return try await next(request, context) }
        context.token = token
        // A write looks its session up in its transaction; a read needs it now.
        guard request.method == .get || request.method == .head else {
            return try await next(request, context)
        }
        context.visitor = try ledger.visitor(token.hash)
        context.presentation?.following = context.visitor.map {
            Following(
                account: $0.account, revision: $0.revision,
                events: configuration.streamsEvents ? links.events : nil)
        }
        var response = try await next(request, context)
        let now = configuration.now()
        guard let visitor = context.visitor else { return response }
        // It is not parsed for each request.
        let isElsewhere = ClientZone.nameFromDevice(in: request).map { $0 != visitor.zone } ?? false
        if now.milliseconds - visitor.seenAt.milliseconds > Self.day {
            if let cookie {
                response.headers.append(
                    HTTPField(
                        name: .setCookie, value: cookie.set(token.text, lifetime: SessionToken.lifetime)))
            }
            let look = SiteCookie.appearance(base: links.base, isSecure: context.isSecure)
            if let chosen = look.value(in: request) {
                let text = Appearance(cookie: chosen).text
                response.headers.append(
                    HTTPField(name: .setCookie, value: look.set(text, lifetime: SessionToken.lifetime)))
            }
            let zone = SiteCookie.zone(base: links.base, isSecure: context.isSecure)
            if let chosen = zone.value(in: request), SiteConfiguration.isZone(chosen) {
                response.headers.append(
                    HTTPField(name: .setCookie, value: zone.set(chosen, lifetime: SessionToken.lifetime)))
            }
            // If the database cannot be written, reading still works.
            let told = ClientZone(of: request)
            try? await ledger.noteVisit(visitor, in: told.isDevices ? told.name : nil, at: now)
        } else if isElsewhere, case let told = ClientZone(of: request), told.isDevices,
            zoneWrites.begin(for: visitor.device, at: now)
        {
            try? await ledger.noteVisit(visitor, in: told.name, at: visitor.seenAt)
        }
        return response
    }
}

/// Turns errors into pages that say what to do; scripts get one sentence.
struct ProblemMiddleware: RouterMiddleware {
    let presentations: Presentations
    let links: Links
    let randomBytes: @Sendable (Int) -> [UInt8]

    func handle(
        _ request: Request, context: SiteContext, next: (Request, SiteContext) async throws -> Response
    ) async throws -> Response {
        do {
            return try await next(request, context)
        } catch {
            do {
                return try answer(to: error, request, context)
            } catch let fault {
                // The error page's own template is gone, as when a folder is being replaced.
                context.logger.error("there is no error page", metadata: ["error": "\(fault)"])
                return Response(
                    status: .internalServerError, headers: [.contentType: "text/plain; charset=utf-8"],
                    body: ResponseBody(
                        byteBuffer: ByteBuffer(string: "Fivebar is not set up right; its log says why.\n")))
            }
        }
    }

    private func answer(to error: any Error, _ request: Request, _ context: SiteContext) throws -> Response {
        let problem = Problem(error)
        let presentation = presentations.presentation(for: request, isSecure: context.isSecure)
        var number: String?
        if problem.isFault {
            let digits = SessionToken(bytes: randomBytes(6)).text
            number = presentation.words(.problemNumber, digits)
            context.logger.error(
                "could not answer",
                metadata: [
                    "number": "\(digits)", "route": "\(context.endpointPath ?? "-")",
                    "error": "\((error as? TypedText)?.reason ?? error)",
                ]
            )
        }
        var response: Response
        if request.wantsJSON {
            response = try .json(
                ProblemAnswer(
                    problem: problem.sentence(presentation.words),
                    reason: (error as? Refusal)?.rawValue),
                status: problem.status
            )
        } else {
            let page = ProblemPage(
                heading: presentation.words[problem.heading], advice: presentation.words[problem.advice],
                typed: (error as? TypedText)?.text, number: number,
                destination: problem.destination.map { link(to: $0, presentation.words) },
                leadsBack: problem.leadsBack
            )
            // The base path is removed before a request gets here.
            let shown: any Page =
                switch request.uri.path.split(separator: "/").first {
                case "goals" where page.leadsBack: GoalsProblemPage(page)
                case "watch": WatchProblemPage(page)
                default: page
                }
            response = try .page(shown, in: presentation, status: problem.status, isSecret: true)
            response.headers[.fivebarAnswer] = "yes"
        }
        if let seconds = problem.retryAfter { response.headers[.retryAfter] = String(seconds) }
        if let allowed = problem.allowed { response.headers[.allow] = allowed }
        return request.method == .head ? response.createHeadResponse() : response
    }

    private func link(to destination: Problem.Destination, _ words: Words) -> ProblemPage.Destination {
        switch destination {
        case .trash: .init(address: links.trash, text: words[.problemTrash])
        case .changes: .init(address: links.undo, text: words[.changesTitle])
        case .waiting: .init(address: links.waiting, text: words[.waitingTitle])
        case .join: .init(address: links.join, text: words[.joinTitle])
        }
    }
}
