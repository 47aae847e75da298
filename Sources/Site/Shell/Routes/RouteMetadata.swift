// What a route counts as in the daily totals, and whether the app reopens at it.

import Ledger

/// A route's metadata, besides its path and handler.
struct RouteMetadata: Sendable {
    /// Its page view, counted if the response is the page or a 304.
    var view: CountedEvent?
    /// Whether users stay on the page, so that the app reopens there next time.
    var isScreen = false
    /// Its action, counted if it succeeds.
    var action: Action?
    /// How Fivebar was opened, for a route that redirects to a page.
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

    /// Not counted.
    static let uncounted = RouteMetadata()
    static func view(_ event: CountedEvent) -> RouteMetadata { RouteMetadata(view: event) }
    /// The view of a page on which users stay.
    static func screen(_ event: CountedEvent) -> RouteMetadata { RouteMetadata(view: event, isScreen: true) }
    static func action(_ event: CountedEvent) -> RouteMetadata { RouteMetadata(action: .event(event)) }
    static let creation = RouteMetadata(action: .creation)
    static let appLaunch = RouteMetadata(launch: .app)
    static func shortcut(_ event: CountedEvent) -> RouteMetadata { RouteMetadata(launch: .shortcut(event)) }
}
