// Counts responses in memory: no read, no write, and nothing about who sent the request.

import HTTPTypes
import Hummingbird
import Ledger

extension HTTPField.Name {
    static let doNotTrack = Self("dnt")!
    static let globalPrivacyControl = Self("sec-gpc")!
}

/// Counts successful responses to users who did not opt out.
///
/// Counts responses, not changes: a form sent twice counts twice here, and once in
/// the ledger.
struct TotalsStep: ResponseStep {
    let totals: RunningTotals
    let now: @Sendable () -> Moment

    func complete(
        _ response: inout Response, to request: Request, on route: RouteMetadata, _ context: SiteContext
    ) {
        let events = Self.events(request, on: route, answered: response.status)
        if !events.isEmpty, !request.asksNotToBeCounted {
            totals.count(events, on: CivilDay(of: now(), zoneOffset: 0))
        }
    }

    private static func events(
        _ request: Request, on route: RouteMetadata, answered status: HTTPResponse.Status
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
            // A search from the address bar leads directly to the results.
            return view == .searchView && request.uri.query != nil
                ? [view, .arrival, .searchLaunch] : [view, .arrival]
        default:
            return []
        }
    }
}

extension Request {
    /// Whether the browser sends Do Not Track (`DNT`) or Global Privacy Control.
    fileprivate var asksNotToBeCounted: Bool {
        headers.first(.doNotTrack) == "1" || headers.first(.globalPrivacyControl) == "1"
    }

    /// Whether the page was opened from outside: an address bar, a bookmark, another
    /// site. A reload counts as coming from there again.
    fileprivate var comesFromOutside: Bool {
        if let site = headers.first(.fetchSite) { return site != "same-origin" }
        guard let referrer = headers.first(.referer), let scheme = referrer.firstRange(of: "://") else {
            return true
        }
        return referrer[scheme.upperBound...].prefix { $0 != "/" } != head.authority ?? ""
    }

    /// Checks for the word that all phone browsers send.
    fileprivate var isFromPhone: Bool { headers.first(.userAgent)?.contains("Mobi") ?? false }
}
