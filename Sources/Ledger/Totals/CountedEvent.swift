// Anonymous totals over all visitors. There is no field for who it was, from
// where, or on which counter.

/// An event that is counted per day. The ledger stores it by its name, so names must not change.
public enum CountedEvent: String, Sendable, CaseIterable {
    // Page views.
    case homeView = "view.home"
    case counterView = "view.counter"
    case fullScreenView = "view.fullScreen"
    case newCounterView = "view.newCounter"
    case arrangeView = "view.arrange"
    case historyView = "view.history"
    case statisticsView = "view.statistics"
    case searchView = "view.search"
    case trashView = "view.trash"
    case settingsView = "view.settings"
    case keyboardView = "view.keyboard"
    case feedbackView = "view.feedback"
    case tutorialView = "view.tutorial"
    case deletionView = "view.deletion"
    case shareView = "view.share"
    case sharedView = "view.shared"
    case transferView = "view.transfer"
    case goalsView = "view.goals"
    case goalView = "view.goal"
    case dayView = "view.day"
    case newGoalView = "view.newGoal"
    case communityView = "view.community"
    case watchView = "view.watch"

    // Counters created, by kind of device. A watch or a program is a case of its own.
    case phoneCreation = "create.phone"
    case desktopCreation = "create.desktop"

    // Other changes to counters.
    case deletion = "delete"
    case renaming = "rename"
    case recoloring = "color"
    case restyling = "style"
    case reset = "reset"

    // Shortcuts of the installed app: one more on a recently used counter, and a new counter.
    case quickMark = "quick.mark"
    case quickCounter = "quick.new"

    /// Somebody arrived from outside of Fivebar, in any way. Arrivals not covered
    /// by the launches below are ``Totals/browserLaunches(on:)``.
    case arrival = "launch"
    case appLaunch = "launch.app"
    case shortcutLaunch = "launch.shortcut"
    case linkLaunch = "launch.link"
    case searchLaunch = "launch.search"
}
