// What a route counts as in the daily totals, and whether the app opens there again.

import Ledger

/// What is known about a route besides its path and its handler.
struct RouteKind: Sendable {
    /// A page view, where the answer is the page or a 304.
    var view: CountedEvent?
    /// Whether people stay at the page, so that the app opens there the next time.
    var isScreen = false
    /// Something that was done, where it succeeded.
    var action: Action?
    /// How Fivebar was opened, where the route leads on to a page.
    var launch: Launch?

    enum Action: Sendable {
        case event(CountedEvent)
        /// Creating a counter, by the kind of device.
        case creation

        /// - Parameter isFromPhone: Only evaluated where it matters.
        func event(fromPhone isFromPhone: @autoclosure () -> Bool) -> CountedEvent {
            switch self {
            case .event(let event): event
            case .creation: isFromPhone() ? .phoneCreation : .desktopCreation
            }
        }
    }

    enum Launch: Sendable {
        /// The installed app, or a `web+fivebar:` link.
        case app
        /// A shortcut of the installed app, and what it does.
        case shortcut(CountedEvent)

        func events(withLink hasLink: Bool) -> [CountedEvent] {
            switch self {
            case .app: [hasLink ? .linkLaunch : .appLaunch]
            case .shortcut(let event): [.shortcutLaunch, event]
            }
        }
    }

    /// Counted nowhere.
    static let uncounted = RouteKind()
    static func view(_ event: CountedEvent) -> RouteKind { RouteKind(view: event) }
    /// A page view at which people stay.
    static func screen(_ event: CountedEvent) -> RouteKind { RouteKind(view: event, isScreen: true) }
    static func action(_ event: CountedEvent) -> RouteKind { RouteKind(action: .event(event)) }
    static let creation = RouteKind(action: .creation)
    static let appLaunch = RouteKind(launch: .app)
    static func shortcut(_ event: CountedEvent) -> RouteKind { RouteKind(launch: .shortcut(event)) }
}
