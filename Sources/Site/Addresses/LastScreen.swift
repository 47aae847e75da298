// The screen that somebody left, kept in a cookie, so that the app opens
// where they were (product.md, The shell). Which pages are screens is said by their routes.

import Ledger

/// A screen that somebody stays at, so that it is worth coming back to.
struct LastScreen: Sendable, Hashable {
    /// What the screen shows, which may be gone when it is opened again.
    enum Subject: Sendable, Hashable {
        case counter(Counter.ID)
        case goal(Goal.ID)
    }

    /// Without the path that the site is mounted at.
    let path: String
    /// Nil for a screen that is always there.
    let subject: Subject?

    static let home = LastScreen(path: "/", subject: nil)

    private init(path: String, subject: Subject?) {
        self.path = path
        self.subject = subject
    }

    /// Reads the path of a request, or of a cookie.
    ///
    /// - Returns: Nil for a page that is no screen, and for what is no path of ours.
    init?(path: String, in table: RouteTable) {
        let parts = path.split(separator: "/")
        guard table.kinds(at: path)[.get]?.isScreen == true else { return nil }
        let id = parts.dropFirst().first.map { AddressesController.number(String($0)) }
        switch id {
        case .none: subject = nil
        case .some(.none): return nil
        case .some(.some(let id)): subject = parts[0] == "goals" ? .goal(id) : .counter(id)
        }
        self.path = "/" + parts.joined(separator: "/")
    }
}
