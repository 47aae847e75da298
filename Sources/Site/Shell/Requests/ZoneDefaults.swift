// Provides the time zone defaults for each request.

import Hummingbird

/// The values of ``ClientZone/defaults``, by how a request came.
struct ZoneDefaults: Sendable {
    private let plain: ClientZone.Defaults
    private let secure: ClientZone.Defaults

    /// - Parameters:
    ///   - base: The path of the site.
    ///   - standard: The operator's zone.
    init(base: String, standard: String?) {
        plain = ClientZone.Defaults(choice: .zone(base: base, isSecure: false), standard: standard)
        secure = ClientZone.Defaults(choice: .zone(base: base, isSecure: true), standard: standard)
    }

    func of(_ context: SiteContext) -> ClientZone.Defaults { context.isSecure ? secure : plain }
}
