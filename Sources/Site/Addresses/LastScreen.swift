// The screen that somebody left, kept in a cookie, so that the app opens
// where they were (product.md, The shell). Knows no account: whether there
// still is what the screen shows is asked when it is opened.

import Ledger

/// A screen that somebody stays at, so that it is worth coming back to.
enum LastScreen: Sendable, Hashable {
    case home, goals, search, community
    case goal(Goal.ID)
    case counter(Counter.ID)
    case fullScreen(Counter.ID)
    case history(Counter.ID)
    /// Nil: of all counters together.
    case statistics(Counter.ID?)

    /// Reads the path of an address, or what a cookie says.
    ///
    /// - Returns: Nil for any other page, and for what is no path of ours.
    init?(path: String) {
        let parts = path.utf8.split(separator: UInt8(ascii: "/")).map { String(decoding: $0, as: UTF8.self) }
        let id = parts.count > 1 ? AddressesController.number(parts[1]) : nil
        switch (parts.first ?? "", parts.count, id) {
        case ("", 0, _): self = .home
        case ("goals", 1, _): self = .goals
        case ("search", 1, _): self = .search
        case ("community", 1, _): self = .community
        case ("statistics", 1, _): self = .statistics(nil)
        case ("goals", 2, let id?): self = .goal(id)
        case ("counters", 2, let id?): self = .counter(id)
        case ("counters", 3, let id?):
            switch parts[2] {
            case "full": self = .fullScreen(id)
            case "history": self = .history(id)
            case "statistics": self = .statistics(id)
            default: return nil
            }
        default: return nil
        }
    }

    /// Under the path that the site is mounted at.
    var path: String {
        switch self {
        case .home: "/"
        case .goals: "/goals"
        case .search: "/search"
        case .community: "/community"
        case .goal(let id): "/goals/\(id)"
        case .counter(let id): "/counters/\(id)"
        case .fullScreen(let id): "/counters/\(id)/full"
        case .history(let id): "/counters/\(id)/history"
        case .statistics(let id): id.map { "/counters/\($0)/statistics" } ?? "/statistics"
        }
    }
}
