// Who sends a request, by the session of its cookie.

import HTTPTypes
import Hummingbird
import Ledger

/// Determines the visitor and the language of the response.
struct VisitorMiddleware: RouterMiddleware {
    let ledger: Ledger
    let links: Links
    let presentations: Presentations
    let configuration: SiteConfiguration

    private let zoneWrites = ZoneWrites()
    private let sessions: PerScheme<SiteCookie>
    private let earlierSessions: PerScheme<EarlierSession>
    private let newcomers: PerScheme<SiteCookie>

    init(
        ledger: Ledger, links: Links, presentations: Presentations, configuration: SiteConfiguration
    ) {
        self.ledger = ledger
        self.links = links
        self.presentations = presentations
        self.configuration = configuration
        sessions = PerScheme { .session(base: links.base, isSecure: $0) }
        earlierSessions = PerScheme { EarlierSession(ledger: ledger, base: links.base, isSecure: $0) }
        newcomers = PerScheme { .newcomer(base: links.base, isSecure: $0) }
    }

    func handle(
        _ request: Request, context: SiteContext, next: (Request, SiteContext) async throws -> Response
    ) async throws -> Response {
        let cookie = sessions[isSecure: context.isSecure]
        let current = cookie.value(in: request)
        let earlier =
            configuration.signsInByWebServer
            ? try await WebServerSignIn(ledger: ledger, configuration: configuration)
                .taken(from: request, context, current: current)
            : try await earlierSession(of: request, context, current: current)
        let token = earlier?.token ?? current.flatMap { SessionToken($0) }
        // The session of before is only replaced, never kept for longer as it is.
        var response = try await answer(
            to: request, token, earlier == nil ? cookie : nil, context: context, next: next)
        guard let earlier else { return response }
        // An account that this very request has opened stays open.
        let isOpened = response.headers[values: .setCookie].contains { $0.hasPrefix(cookie.name + "=") }
        for field in earlier.fields where !(isOpened && field.value.hasPrefix(cookie.name + "=")) {
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
        guard let token else { return withSecret(try await next(request, context), to: request, context) }
        context.token = token
        // A write looks its session up in its transaction; a read needs it now.
        guard request.method == .get || request.method == .head else {
            return try await next(request, context)
        }
        context.visitor = try ledger.visitor(token.hash)
        let now = configuration.now()
        context.presentation?.account = context.visitor?.account
        context.presentation?.following = context.visitor.map {
            Following(
                revision: $0.revision, at: now,
                events: configuration.streamsEvents ? links.events : nil)
        }
        var response = try await next(request, context)
        // Who was signed out elsewhere begins anew as anybody does.
        guard let visitor = context.visitor else { return withSecret(response, to: request, context) }
        // It is not parsed for each request.
        let isElsewhere = ClientZone.nameFromDevice(in: request).map { $0 != visitor.zone } ?? false
        // A clock that was ahead has written a visit that is still to come.
        if !visitor.seenAt.isWithinDay(of: now) {
            if let cookie {
                response.headers.append(cookie.field(token.text))
            }
            let look = SiteCookie.appearance(base: links.base, isSecure: context.isSecure)
            if let chosen = look.value(in: request) {
                let text = Appearance(cookie: chosen).text
                response.headers.append(look.field(text))
            }
            let zone = SiteCookie.zone(base: links.base, isSecure: context.isSecure)
            if let chosen = zone.value(in: request), SiteConfiguration.isZone(chosen) {
                response.headers.append(zone.field(chosen))
            }
            // If the database cannot be written, reading still works.
            let told = ClientZone(of: request)
            try? await ledger.noteVisit(visitor, in: told.isFromDevice ? told.name : nil, at: now)
        } else if isElsewhere, case let told = ClientZone(of: request), told.isFromDevice,
            zoneWrites.begin(for: visitor.device, at: now)
        {
            try? await ledger.noteVisit(visitor, in: told.name, at: visitor.seenAt)
        }
        return response
    }

    /// The response with a newcomer's secret, where one is due.
    private func withSecret(_ response: Response, to request: Request, _ context: SiteContext) -> Response {
        let cookie = newcomers[isSecure: context.isSecure]
        guard configuration.makesAccounts, NewcomersSecret.isDue(with: response, to: request, cookie) else {
            return response
        }
        var response = response
        response.headers.append(NewcomersSecret(randomBytes: configuration.randomBytes).field(in: cookie))
        return response
    }

    /// Almost nobody has one, and finding that out waits for nothing.
    private func earlierSession(
        of request: Request, _ context: SiteContext, current: String?
    ) async throws -> EarlierSession.Taken? {
        let session = earlierSessions[isSecure: context.isSecure]
        let tokens = session.tokens(in: request)
        if !tokens.isEmpty, let taken = try await session.taken(from: tokens, current: current) {
            return taken
        }
        return try lostSession(of: request, context, current: current)
    }

    /// The session that a newcomer's first write has opened, and whose cookie never came.
    ///
    /// - Parameter current: The value of the site's own cookie, which wins if it opens an account.
    private func lostSession(
        of request: Request, _ context: SiteContext, current: String?
    ) throws -> EarlierSession.Taken? {
        let isSecure = context.isSecure, cookie = newcomers[isSecure: isSecure]
        guard let secret = NewcomersSecret(request, cookie) else { return nil }
        if let current = current.flatMap({ SessionToken($0) }), try ledger.visitor(current.hash) != nil {
            return nil
        }
        let token = try secret.session(in: ledger, isSecure: isSecure)
        guard try ledger.isNewcomers(token.hash, at: configuration.now()) else { return nil }
        let session = sessions[isSecure: isSecure].field(token.text)
        return EarlierSession.Taken(token: token, fields: [session] + cookie.deletions)
    }
}
