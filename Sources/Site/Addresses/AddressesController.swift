// Stable URLs for bookmarks, shortcuts and links from other programs. They redirect,
// and change nothing.

import Hummingbird
import Ledger

struct AddressesController: Sendable {
    let ledger: Ledger
    let links: Links
    let table: RouteTable

    /// Redirects to the counter's card on the home page, expanded.
    func card(_ request: Request, _ context: VisitorContext) async throws -> Response {
        let counter = try ledger.counter(context.counterName(), of: context.account)
        return .seeOther(links.home(showing: counter.id))
    }

    /// Redirects to the card of the counter that is currently first, second, third … in the list.
    func place(_ request: Request, _ context: PageContext) async throws -> Response {
        guard let place = context.parameters.get("place").flatMap({ Self.number($0) }),
            let visitor = context.visitor,
            let counter = try ledger.counter(at: place, of: visitor.account)
        else { throw Refusal.noSuchCounter }
        return .seeOther(links.home(showing: counter))
    }

    func new(_ request: Request, _ context: PageContext) async throws -> Response {
        .seeOther(links.newCounter)
    }

    /// Where an installed app starts: the last screen, or home. Or the target of a
    /// `web+fivebar:` link, which the browser passes as a whole (HTML Living Standard
    /// §8.9.1.3). Any page may contain one, so only known links are followed.
    func open(_ request: Request, _ context: PageContext) async throws -> Response {
        guard let link = request.uri.queryParameters.get("link") else {
            return .seeOther(links.path(try lastScreen(request, context).path))
        }
        guard let target = self.target(of: link) else { throw HTTPError(.notFound) }
        return .seeOther(target)
    }

    /// The last screen; home if what it showed no longer exists.
    private func lastScreen(_ request: Request, _ context: PageContext) throws -> LastScreen {
        let cookie = SiteCookie.lastScreen(base: links.base, isSecure: context.isSecure)
        guard let screen = cookie.value(in: request).flatMap({ LastScreen(path: $0, in: table) }) else {
            return .home
        }
        do {
            switch screen.subject {
            case nil: break
            case .goal(let id): _ = try ledger.goal(id, of: context.knownVisitor(in: ledger).account)
            case .counter(let id): _ = try ledger.counter(id, of: context.knownVisitor(in: ledger).account)
            }
            return screen
        } catch is Refusal {
            return .home
        }
    }

    private func target(of link: String) -> String? {
        let scheme = "web+fivebar:"
        guard link.utf8.starts(with: scheme.utf8) else { return nil }
        let parts = link.utf8.dropFirst(scheme.utf8.count)
            .split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
            .map { String(decoding: $0, as: UTF8.self) }
        switch (parts[0], parts.count) {
        case ("new", 1): return links.newCounter
        case ("index", 2): return Self.number(parts[1]).map { links.place($0) }
        case ("counter", 2): return Self.number(parts[1]).map { links.card(of: $0) }
        default: return nil
        }
    }

    /// A number from 1, written in digits only; nil for anything else.
    static func number(_ text: String) -> Int64? {
        guard text.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }),
            let number = Int64(text), number > 0
        else { return nil }
        return number
    }
}
