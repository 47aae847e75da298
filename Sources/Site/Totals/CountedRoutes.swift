// Which route counts as what: all of it stands here. A route that is not
// here is not counted.

import HTTPTypes
import Ledger

/// Routes as the router writes them: `/counters/{id}` for `/counters/:id`.
enum CountedRoutes {
    /// A page, where it is answered, be it by a 304.
    static func view(of route: String) -> CountedEvent? {
        switch route {
        case "/": .homeView
        case "/counters/{id}": .counterView
        case "/counters/{id}/full": .fullScreenView
        case "/counters/new": .newCounterView
        case "/counters/arrange", "/goals/arrange": .arrangeView
        case "/counters/{id}/history": .historyView
        case "/counters/{id}/statistics", "/statistics": .statisticsView
        case "/search": .searchView
        case "/trash": .trashView
        case "/settings": .settingsView
        case "/keyboard": .keyboardView
        case "/feedback": .feedbackView
        case "/tutorial", "/tutorial/{page}": .tutorialView
        case "/counters/deletion": .deletionView
        case "/counters/{id}/share": .shareView
        case "/shared/{token}": .sharedView
        case "/transfer", "/imports/{id}": .transferView
        case "/goals": .goalsView
        case "/goals/new": .newGoalView
        case "/goals/{id}": .goalView
        case "/goals/{id}/{day}": .dayView
        case "/community": .communityView
        default: nil
        }
    }

    /// Something done, where it succeeded.
    ///
    /// - Parameter isFromPhone: Not looked at for a tap, which is the most frequent of all.
    static func action(of route: String, fromPhone isFromPhone: @autoclosure () -> Bool) -> CountedEvent? {
        switch route {
        case "/counters": isFromPhone() ? .phoneCreation : .desktopCreation
        case "/counters/{id}/deletion": .deletion
        case "/counters/{id}/title": .renaming
        case "/counters/{id}/color": .recoloring
        case "/counters/{id}/style": .restyling
        case "/counters/{id}/reset": .reset
        default: nil
        }
    }

    /// An address that Fivebar is opened by, and which leads on to a page.
    static func launch(by route: String, withLink hasLink: Bool) -> [CountedEvent] {
        switch route {
        case "/open": [hasLink ? .linkLaunch : .appLaunch]
        case "/quick/{place}": [.shortcutLaunch, .quickMark]
        case "/new": [.shortcutLaunch, .quickCounter]
        default: []
        }
    }

    /// A page that somebody came to from outside.
    static func arrival(at view: CountedEvent, withQuery hasQuery: Bool) -> [CountedEvent] {
        // An address bar that searches here comes straight to what it has found.
        view == .searchView && hasQuery ? [.arrival, .searchLaunch] : [.arrival]
    }
}
