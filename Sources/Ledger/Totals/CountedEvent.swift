// What is counted over all visitors together. Nothing here says who it was,
// from where, or on which counter: there is no place for it.

/// Something that is counted by day. The ledger keeps it by its name, so a
/// name stays as it is.
public enum CountedEvent: String, Sendable, CaseIterable {
    // Pages that somebody looked at.
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

    // Counters made, by what they were made on. A watch or a program is a case of its own.
    case phoneCreation = "create.phone"
    case desktopCreation = "create.desktop"

    // What else was done to counters.
    case deletion = "delete"
    case renaming = "rename"
    case recoloring = "color"
    case restyling = "style"
    case reset = "reset"

    // Shortcuts of the installed app: one more on a counter used lately, and a new counter.
    case quickMark = "quick.mark"
    case quickCounter = "quick.new"

    /// Somebody came from outside of Fivebar, in whichever way. What none of
    /// the launches below accounts for is ``Totals/browserLaunches(on:)``.
    case arrival = "launch"
    case appLaunch = "launch.app"
    case shortcutLaunch = "launch.shortcut"
    case linkLaunch = "launch.link"
    case searchLaunch = "launch.search"
}
