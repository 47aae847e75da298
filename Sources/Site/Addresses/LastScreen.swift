// The last screen a user viewed, stored in a cookie, so that the app reopens there.
// Routes declare which pages are screens.

import Ledger

/// A screen on which users stay, so that the app reopens at it.
struct LastScreen: Sendable, Hashable {
    /// What the screen shows, which may no longer exist when the app reopens.
    enum Subject: Sendable, Hashable {
        case counter(Counter.ID)
        case goal(Goal.ID)
    }

    /// Without the site's base path.
    let path: String
    /// Nil for a screen that always exists.
    let subject: Subject?

    static let home = LastScreen(path: "/", subject: nil)

    private init(path: String, subject: Subject?) {
        self.path = path
        self.subject = subject
    }

    /// Parses the path of a request or a cookie.
    ///
    /// - Returns: Nil for a page that is not a screen, and for an unknown path.
    init?(path: String, in table: RouteTable) {
        guard table.metadata(at: path)[.get]?.isScreen == true else { return nil }
        self.init(ofScreen: path)
    }

    /// Reads the path of a route that is known to be a screen.
    init?(ofScreen path: String) {
        let parts = path.split(separator: "/")
        let id = parts.dropFirst().first.map { AddressesController.number(String($0)) }
        switch id {
        case .none: subject = nil
        case .some(.none): return nil
        case .some(.some(let id)): subject = parts[0] == "goals" ? .goal(id) : .counter(id)
        }
        self.path = "/" + parts.joined(separator: "/")
    }
}
