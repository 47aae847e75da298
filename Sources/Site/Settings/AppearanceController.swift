// The appearance settings.

import HTTPTypes
import Hummingbird
import Ledger

struct AppearanceForm: Decodable, Sendable {
    var theme: String?
    var scheme: String?
    var style: String?
    /// A language tag; empty for the browser's own.
    var language: String?
    /// yes | no
    var buzzes: String?
    /// Sent along with the checkboxes, because unticked boxes are not sent.
    var boxes: String?
    /// yes, or nothing
    var keys: String?
    /// yes, or nothing
    var badge: String?
}

struct AppearanceController: Sendable {
    let links: Links
    let configuration: SiteConfiguration
    let presentations: Presentations

    /// Applies the form; a missing field leaves its setting unchanged.
    func save(_ request: Request, _ context: PageContext) async throws -> Response {
        let form = try await request.form(AppearanceForm.self, upTo: configuration.largestForm)
        var appearance = context.presentation.appearance
        if let theme = form.theme { appearance.theme = try known(theme) }
        if let scheme = form.scheme { appearance.scheme = try known(scheme) }
        if let style = form.style { appearance.style = try known(style) }
        if let language = form.language {
            guard language.isEmpty || presentations.languages.contains(where: { $0.tag == language }) else {
                throw HTTPError(.unprocessableContent)
            }
            appearance.language = language.isEmpty ? nil : language
        }
        if let buzzes = form.buzzes {
            guard ["yes", "no"].contains(buzzes) else { throw HTTPError(.unprocessableContent) }
            appearance.buzzes = buzzes == "yes"
        }
        if form.boxes != nil {
            appearance.hasKeys = try isTicked(form.keys)
            appearance.hasBadge = try isTicked(form.badge)
        }
        var response = Response.seeOther(links.settings)
        let cookie = SiteCookie.appearance(base: links.base, isSecure: context.isSecure)
        response.headers.append(
            HTTPField(name: .setCookie, value: cookie.set(appearance.text, lifetime: SessionToken.lifetime)))
        return response
    }

    private func isTicked(_ box: String?) throws -> Bool {
        guard box == nil || box == "yes" else { throw HTTPError(.unprocessableContent) }
        return box != nil
    }

    private func known<Choice: RawRepresentable<String>>(_ name: String) throws -> Choice {
        guard let choice = Choice(rawValue: name) else { throw HTTPError(.unprocessableContent) }
        return choice
    }
}
