// Finds out whether a browser keeps cookies before it makes an account: without the account's cookie nobody could come
// back to it, and what was typed would be gone without a word.

import HTTPTypes
import Hummingbird

/// Asks a browser that has sent no cookie of the site to send a form once more, with one. Browsers do so by themselves
/// and unseen (RFC 9110 §15.4.8); one that comes without it again gets a page that says what is the matter.
struct CookiesQuestion: Sendable {
    let presentations: Presentations
    let links: Links
    /// In bytes.
    let largestForm: Int

    /// Forms of newcomers, by path, and the field that they type into. A code, and an invitation, opens an account once.
    private static let forms = [
        "/counters": "title", "/goals": "name", "/tutorial/end": "", "/join": "code",
    ]
    /// The same, followed by a token.
    private static let formsOfTokens = ["/invitation/", "/recover/"]
    static let parameter = "cookies"
    /// How long the cookie is kept, in seconds.
    private static let lifetime = 60

    /// Whether the request is such a form, from a browser that may not keep cookies.
    func isNeeded(for request: Request) -> Bool {
        request.method == .post && Self.field(of: request.uri.path) != nil && request.isNavigation
            && !SiteCookie.isAny(in: request)
    }

    /// The question, or the page that says that it was answered with no.
    func answer(to request: Request, _ context: SiteContext) async throws -> Response {
        let typed = Self.field(of: request.uri.path) ?? ""
        let address = links.base + request.uri.path
        guard request.uri.queryParameters.get(Self.parameter) == nil else {
            let fields = try await request.form([String: String].self, upTo: largestForm)
            let presentation = presentations.presentation(for: request, isSecure: context.isSecure)
            let page = CookiesPage(fields, typed: typed, address: address, links)
            return try .page(page, in: presentation, status: .unprocessableContent, isSecret: true)
        }
        let cookie = SiteCookie.asked(base: links.base, isSecure: context.isSecure)
        return Response(
            status: .temporaryRedirect,
            headers: [.location: "\(address)?\(Self.parameter)=asked", .cacheControl: "no-store"]
                + [cookie.field("yes", lifetime: Self.lifetime)])
    }

    /// The field of a newcomer's form; empty if nothing is typed into it, nil if it is none.
    private static func field(of path: String) -> String? {
        forms[path] ?? (formsOfTokens.contains { path.hasPrefix($0) } ? "" : nil)
    }
}

extension SiteCookie {
    /// Asks whether a browser keeps cookies.
    fileprivate static func asked(base: String, isSecure: Bool) -> SiteCookie {
        SiteCookie("fivebar-asked", base: base, isSecure: isSecure)
    }

    /// Whether the browser has sent any cookie of the site, and so keeps them.
    fileprivate static func isAny(in request: Request) -> Bool {
        ["fivebar", hostPrefix + "fivebar"].contains { isAny(startingWith: $0, in: request) }
    }
}

extension Request {
    /// Whether a browser has sent it to show its answer. Over plain HTTP browsers say so by the second field alone.
    fileprivate var isNavigation: Bool {
        headers[.fetchMode] == "navigate" || headers[.upgradeInsecureRequests] == "1"
    }
}

extension HTTPField.Name {
    fileprivate static let upgradeInsecureRequests = Self("upgrade-insecure-requests")!
}

/// The page that says that the browser refuses cookies, with the form as it was sent, to be sent again.
struct CookiesPage: Page {
    static let template = "Shell/cookies"

    struct Field {
        let name: String
        let value: String
    }

    let action: String
    /// The counters. An address that says something never leads to the tutorial.
    let home: String
    /// What somebody has typed.
    let typed: Field?
    /// The other fields.
    let hidden: [Field]

    init(_ fields: [String: String], typed: String, address: String, _ links: Links) {
        action = address
        home = links.homeWithoutCookies
        self.typed = fields[typed].map { Field(name: typed, value: $0) }
        hidden = fields.filter { $0.key != typed }.sorted { $0.key < $1.key }.map {
            Field(name: $0.key, value: $0.value)
        }
    }
}
