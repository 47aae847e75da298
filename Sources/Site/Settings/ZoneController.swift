// The time zone setting, for browsers without scripts. It belongs to the browser
// and is stored in a cookie, so it needs no account.

import HTTPTypes
import Hummingbird

struct ZoneForm: Decodable, Sendable {
    /// An IANA name; empty for the device's own zone.
    var zone: String?
}

struct ZoneController: Sendable {
    let links: Links
    let configuration: SiteConfiguration

    func show(_ request: Request, _ context: PageContext) async throws -> Response {
        let words = context.words
        let page = ZonePage(
            ClientZone(of: request), chosen: cookie(context).value(in: request) ?? "", words)
        return try .page(page, in: context.presentation, isSecret: true)
    }

    func save(_ request: Request, _ context: PageContext) async throws -> Response {
        let form = try await request.form(ZoneForm.self, upTo: configuration.largestForm)
        guard let name = form.zone, name.isEmpty || SiteConfiguration.isZone(name) else {
            throw HTTPError(.unprocessableContent)
        }
        var response = Response.seeOther(links.zone)
        let cookie = cookie(context)
        for field in name.isEmpty ? cookie.deletions : [cookie.field(name)] { response.headers.append(field) }
        return response
    }

    private func cookie(_ context: PageContext) -> SiteCookie {
        .zone(base: links.base, isSecure: context.isSecure)
    }
}
