// Finds out whether a browser keeps cookies before it makes an account: without the account's cookie nobody could come
// back to it, and what was typed would be gone without a word. The cookie of the question lets the answer be lost.

import HTTPTypes
import Hummingbird

/// Asks a browser that has sent no cookie of the site to send a form once more, with one. Browsers do so by themselves
/// and unseen (RFC 9110 §15.4.8); one that comes without it again gets a page that says what is the matter.
struct CookiesQuestion: Sendable {
    let presentations: Presentations
    let links: Links
    /// In bytes.
    let largestForm: Int
    let randomBytes: @Sendable (Int) -> [UInt8]
    /// Whether a first write does.
    private let makesAccounts: Bool
    private let sessions: PerScheme<SiteCookie>
    private let newcomers: PerScheme<SiteCookie>

    init(_ presentations: Presentations, _ links: Links, _ configuration: SiteConfiguration) {
        self.presentations = presentations
        self.links = links
        largestForm = configuration.largestForm
        randomBytes = configuration.randomBytes
        makesAccounts = configuration.limits.signUp == .open && !configuration.signsInByWebServer
        sessions = PerScheme { .session(base: links.base, isSecure: $0) }
        newcomers = PerScheme { .newcomer(base: links.base, isSecure: $0) }
    }

    /// Forms of newcomers, by path, and the field that they type into. A code, and an invitation, opens an account once.
    private static let forms = [
        "/counters": "title", "/goals": "name", "/tutorial/end": "", "/join": "code",
    ]
    /// The same, followed by a token.
    private static let formsOfTokens = ["/invitation/", "/recover/"]
    /// What makes an account for whoever has none, sent by a form or a script.
    private static let firstWrites: Set = ["/counters", "/goals", "/operations"]
    static let parameter = "cookies"

    /// Whether the request is such a form, from a browser that may not keep cookies, or is to make an account for a browser
    /// that could not tell so again if the answer got lost.
    func isNeeded(for request: Request, _ context: SiteContext) -> Bool {
        guard request.method == .post else { return false }
        let path = request.uri.path, isSecure = context.isSecure
        guard SiteCookie.isAny(in: request) else {
            return Self.field(of: path) != nil && request.isNavigation
        }
        return makesAccounts && Self.firstWrites.contains(path) && request.isFromBrowser
            && sessions[isSecure: isSecure].value(in: request) == nil
            && newcomers[isSecure: isSecure].value(in: request) == nil
            // One that keeps some cookies and not this one.
            && request.uri.queryParameters.get(Self.parameter) == nil
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
        let cookie = newcomers[isSecure: context.isSecure].field(
            NewcomersSecret(randomBytes: randomBytes).text, lifetime: NewcomersSecret.lifetime)
        return Response(
            status: .temporaryRedirect,
            headers: [.location: "\(address)?\(Self.parameter)=asked", .cacheControl: "no-store"] + [cookie])
    }

    /// The field of a newcomer's form; empty if nothing is typed into it, nil if it is none.
    private static func field(of path: String) -> String? {
        forms[path] ?? (formsOfTokens.contains { path.hasPrefix($0) } ? "" : nil)
    }
}

extension SiteCookie {
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

    /// Whether a browser has sent it, and so goes where it is redirected. Over plain HTTP a script's has an origin only.
    fileprivate var isFromBrowser: Bool {
        isNavigation || headers[.fetchMode] != nil || headers[.fetchSite] == nil && headers[.origin] != nil
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
