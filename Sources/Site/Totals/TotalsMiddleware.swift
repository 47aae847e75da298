// Counts what was answered, in memory: no read, no write, and nothing of who asked.

import HTTPTypes
import Hummingbird
import Ledger

extension HTTPField.Name {
    static let doNotTrack = Self("dnt")!
    static let globalPrivacyControl = Self("sec-gpc")!
}

/// Counts answers that were good, to people who did not ask to be left out.
///
/// Answers are counted, and not changes: a form sent twice counts twice here,
/// and once in the ledger.
struct TotalsMiddleware: RouterMiddleware {
    let totals: RunningTotals
    let table: RouteTable
    let now: @Sendable () -> Moment

    func handle(
        _ request: Request, context: SiteContext, next: (Request, SiteContext) async throws -> Response
    ) async throws -> Response {
        let response = try await next(request, context)
        let kind = context.endpointPath.flatMap { table.kind(of: $0, request.method) }
        let events = kind.map { Self.events(request, on: $0, answered: response.status) } ?? []
        if !events.isEmpty, !request.asksNotToBeCounted {
            totals.count(events, on: CivilDay(of: now(), zoneOffset: 0))
        }
        return response
    }

    private static func events(
        _ request: Request, on route: RouteKind, answered status: HTTPResponse.Status
    ) -> [CountedEvent] {
        switch (request.method, status) {
        case (.post, .ok), (.post, .seeOther):
            return route.action.map { [$0.event(fromPhone: request.isFromPhone)] } ?? []
        case (.get, .seeOther):
            guard let launch = route.launch, request.isPageView else { return [] }
            return launch.events(withLink: request.uri.queryParameters.get("link") != nil)
        case (.get, .ok), (.get, .notModified):
            guard let view = route.view, request.isPageView else { return [] }
            guard request.comesFromOutside else { return [view] }
            // An address bar that searches here comes straight to the results.
            return view == .searchView && request.uri.query != nil
                ? [view, .arrival, .searchLaunch] : [view, .arrival]
        default:
            return []
        }
    }
}

extension Request {
    /// Whether the browser says for its reader: do not track (`DNT`), or do
    /// not pass on what I do (Global Privacy Control).
    fileprivate var asksNotToBeCounted: Bool {
        headers[.doNotTrack] == "1" || headers[.globalPrivacyControl] == "1"
    }

    /// Whether the page was opened from elsewhere: an address bar, a bookmark,
    /// another site. Whoever reloads it comes from there once more.
    fileprivate var comesFromOutside: Bool {
        if let site = headers[.fetchSite] { return site != "same-origin" }
        guard let referrer = headers[.referer], let scheme = referrer.firstRange(of: "://") else {
            return true
        }
        return referrer[scheme.upperBound...].prefix { $0 != "/" } != head.authority ?? ""
    }

    /// By the word that all browsers of phones have in common.
    fileprivate var isFromPhone: Bool { headers[.userAgent]?.contains("Mobi") ?? false }
}
