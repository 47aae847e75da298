// Provides the time zone defaults for each request.

import Hummingbird

/// Sets ``ClientZone/defaults`` for the request's task, without determining the zone.
struct ZoneMiddleware: RouterMiddleware {
    private let plain: ClientZone.Defaults
    private let secure: ClientZone.Defaults

    /// - Parameters:
    ///   - base: The path of the site.
    ///   - standard: The operator's zone.
    init(base: String, standard: String?) {
        plain = ClientZone.Defaults(choice: .zone(base: base, isSecure: false), standard: standard)
        secure = ClientZone.Defaults(choice: .zone(base: base, isSecure: true), standard: standard)
    }

    func handle(
        _ request: Request, context: SiteContext, next: (Request, SiteContext) async throws -> Response
    ) async throws -> Response {
        try await ClientZone.$defaults.withValue(context.isSecure ? secure : plain) {
            try await next(request, context)
        }
    }
}
