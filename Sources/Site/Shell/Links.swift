// Builds every URL of the site.

import Ledger

/// URLs under the site's base path.
struct Links: Sendable {
    /// Without a trailing slash; empty at the root.
    let base: String
    /// The hash of everything in `Public/`, a segment of every file's URL.
    let build: String

    init(base: String, build: String) {
        self.base = base.hasSuffix("/") ? String(base.dropLast()) : base
        self.build = build
    }

    var home: String { base + "/" }
    var counters: String { base + "/counters" }
    var newCounter: String { base + "/counters/new" }
    /// The same as a short URL, for shortcuts.
    var new: String { base + "/new" }
    /// Where an installed app starts.
    var open: String { base + "/open" }
    /// Where the browser opens a `web+fivebar:` link, which replaces `%s`.
    var openLink: String { open + "?link=%s" }
    var trash: String { base + "/trash" }
    /// The trash, reporting what was restored from it, and offering to undo that.
    func trash(telling operation: OperationID) -> String { "\(trash)?undo=\(operation.text)#notice" }
    var undo: String { base + "/undo" }
    var waiting: String { base + "/waiting" }
    var search: String { base + "/search" }
    var openSearch: String { base + "/opensearch.xml" }
    var settings: String { base + "/settings" }
    var devices: String { settings + "/devices" }
    /// The devices, saying how many were signed out just now.
    func devices(tellingSignedOut number: Int) -> String { "\(devices)?\(Self.signedOut)=\(number)" }
    static let signedOut = "signed-out"
    /// The devices, at the code for another one.
    var joinCode: String { devices + "#join" }
    var signIn: String { settings + "/sign-in" }
    /// The page about signing in, saying what was changed.
    func signIn(telling change: SignInChange) -> String {
        "\(signIn)?\(SignInChange.parameter)=\(change.rawValue)"
    }
    /// The same, at new recovery codes.
    var recoveryCodes: String { signIn + "#codes" }
    func passkeyRemoval(_ passkey: Passkey.ID) -> String { "\(settings)/passkeys/\(passkey)/removal" }
    /// Where a code from another device is entered.
    var join: String { base + "/join" }
    func join(code: String) -> String { "\(join)?code=\(code)" }
    func device(_ device: Device.ID) -> String { "\(devices)/\(device)" }
    /// Settings, at the time zone.
    var zone: String { settings + "#zone" }
    /// The page after feedback was stored.
    var feedbackThanks: String { base + "/feedback?thanks" }
    var tutorial: String { base + "/tutorial" }
    var events: String { base + "/events" }
    var geometry: String { base + "/geometry/\(build).js" }
    var shapes: String { base + "/shapes/\(build).js" }
    var flourishes: String { base + "/flourishes/\(build).js" }

    /// Home for who refuses cookies: an address that says something never leads to the tutorial.
    var homeWithoutCookies: String { "\(home)?\(CookiesQuestion.parameter)=refused" }

    /// Home, at one of the counter's controls, which gets the focus.
    func home(at control: Control, of counter: Counter.ID) -> String {
        "\(home)#\(control.rawValue)-\(counter)"
    }

    /// Home at one of the counter's controls, offering to undo an operation.
    func home(undo operation: OperationID, at control: Control, of counter: Counter.ID) -> String {
        "\(home)?undo=\(operation.text)#\(control.rawValue)-\(counter)"
    }

    /// Home, reporting an operation that left no counter to show, and offering to undo
    /// it if possible.
    func home(telling operation: OperationID) -> String { "\(home)?undo=\(operation.text)#notice" }

    /// Home with the counter's card in view, expanded even if it is usually collapsed.
    func home(showing counter: Counter.ID) -> String { "\(home)?show=\(counter)#tap-\(counter)" }

    /// Redirects to the counter's card as long as the counter exists.
    func card(of counter: Counter.ID) -> String { "\(base)/counters/\(counter)/card" }

    /// Redirects to the card at a position of the list, counted from 1.
    func place(_ place: Int64) -> String { "\(base)/index/\(place)" }

    func restoration(of counter: Counter.ID) -> String { "\(base)/counters/\(counter)/restoration" }

    func counter(_ counter: Counter.ID) -> String { "\(base)/counters/\(counter)" }

    /// The counter's page, at one of the counter's controls, which gets the focus.
    func counter(_ counter: Counter.ID, at control: Control) -> String {
        "\(self.counter(counter))#\(control.rawValue)-\(counter)"
    }

    /// Where a counter's new name is sent.
    func title(of counter: Counter.ID) -> String { self.counter(counter) + "/title" }

    /// The counter's page, at one of its settings.
    func counter(_ counter: Counter.ID, at setting: Setting) -> String {
        "\(self.counter(counter))#\(setting.rawValue)"
    }

    /// The counter's page, offering to undo an operation.
    ///
    /// - Parameter setting: The part of the page to show; nil: the offer.
    func counter(_ counter: Counter.ID, undo operation: OperationID, at setting: Setting? = nil) -> String {
        "\(self.counter(counter))?undo=\(operation.text)#\(setting?.rawValue ?? "notice")"
    }

    /// The counter's full-screen page.
    func fullScreen(of counter: Counter.ID) -> String { self.counter(counter) + "/full" }

    /// The full-screen page, which immediately adds one.
    func quickCount(of counter: Counter.ID) -> String { fullScreen(of: counter) + "?quick" }

    /// A quick action: redirects to the counter it currently refers to.
    func quick(_ place: String) -> String { "\(base)/quick/\(place)" }

    /// - Parameter operation: The operation that the page offers to undo.
    func arrangement(at counter: Counter.ID, undo operation: OperationID? = nil) -> String {
        "\(base)/counters/arrange\(operation.map { "?undo=\($0.text)" } ?? "")#counter-\(counter)"
    }

    /// The page for editing the list.
    var arrangement: String { "\(base)/counters/arrange" }

    /// The page for editing the list, offering to undo a deletion.
    func arrangement(undo operation: OperationID) -> String {
        "\(base)/counters/arrange?undo=\(operation.text)#notice"
    }

    /// Home, offering to undo a deletion.
    func home(deleted counter: Counter.ID) -> String { "\(home)?deleted=\(counter)#notice" }

    /// All counters or one as a file, or as one of several files.
    func export(of counter: Counter.ID?, as format: ArchiveFormat, part: Int? = nil) -> String {
        (counter.map { self.counter($0) } ?? base) + "/export.\(format.rawValue)"
            + (part.map { "?part=\($0)" } ?? "")
    }

    /// One of several files of goals.
    func exportOfGoals(part: Int) -> String { "\(base)/goals/export.json?part=\(part)" }

    /// What an uploaded file would change.
    func importing(_ upload: OperationID) -> String { "\(base)/imports/\(upload.text)" }

    /// A page of the tutorial. The first one has the short URL.
    func tutorial(page: Int) -> String { page == 1 ? tutorial : "\(tutorial)/\(page)" }

    /// A page of the tutorial at one of its controls.
    ///
    /// - Parameter query: Everything that was tried on it; empty if nothing was.
    func tutorial(page: Int, at control: String, query: String) -> String {
        "\(tutorial(page: page))\(query.isEmpty ? "" : "?\(query)")#\(control)"
    }

    /// A counter's history at one of its entries.
    ///
    /// - Parameter before: All entries on its page have lower numbers; nil: the first page.
    func history(of counter: Counter.ID, before: Entry.Number?, at number: Entry.Number) -> String {
        "\(self.counter(counter))/history\(before.map { "?before=\($0)" } ?? "")#entry-\(number)"
    }

    /// The page of a counter's history with an entry in its middle, at that entry.
    ///
    /// - Parameters:
    ///   - number: nil: the first page.
    ///   - operation: The operation that the page offers to undo.
    func history(
        of counter: Counter.ID, around number: Entry.Number?, undo operation: OperationID? = nil
    ) -> String {
        var query: [String] = []
        if let number { query.append("before=\(min(number, .max - 50) + 50)") }
        if let operation { query.append("undo=\(operation.text)") }
        var address = self.counter(counter) + "/history"
        if !query.isEmpty { address += "?" + query.joined(separator: "&") }
        if let number { address += "#entry-\(number)" }
        return address
    }

    /// The statistics of one counter, or of all together.
    func statistics(of counter: Counter.ID?, over period: Statistics.Period) -> String {
        "\(counter.map { self.counter($0) } ?? base)/statistics?period=\(period.rawValue)"
    }

    /// The page that creates and revokes the counter's share link.
    func share(of counter: Counter.ID) -> String { "\(self.counter(counter))/share" }

    /// The same page, at the link.
    func shareLink(of counter: Counter.ID) -> String { share(of: counter) + "#share-link" }

    /// The same page, offering to restore a link that an operation revoked.
    func share(of counter: Counter.ID, undo operation: OperationID) -> String {
        "\(share(of: counter))?undo=\(operation.text)#notice"
    }

    /// A counter as seen by anyone with its share link.
    func shared(_ token: ShareToken) -> String { "\(base)/shared/\(token.text)" }

    /// The goal's reminder as a calendar file.
    func reminder(of goal: Goal.ID) -> String { "\(base)/goals/\(goal)/reminder.ics" }
    var goals: String { base + "/goals" }
    var newGoal: String { goals + "/new" }
    func goal(_ goal: Goal.ID) -> String { "\(goals)/\(goal)" }

    /// The goal's page, at today's dot.
    func goalToday(_ goal: Goal.ID) -> String { self.goal(goal) + "#today" }

    /// The page of a long goal, with the days of a year as dots.
    func goal(_ goal: Goal.ID, year: Int) -> String { self.goal(goal) + "?year=\(year)#year-\(year)" }

    /// The page of a goal's day.
    func day(_ day: CivilDay, of goal: Goal.ID) -> String { "\(self.goal(goal))/\(day)" }

    /// The same, at the button that marks it.
    func dayButton(_ day: CivilDay, of goal: Goal.ID) -> String { self.day(day, of: goal) + "#mark" }

    /// Where a mark of a goal's day is sent.
    func mark(_ day: CivilDay, of goal: Goal.ID) -> String { self.day(day, of: goal) + "/mark" }

    /// Where it is sent that a goal goes into the archive or out of it.
    func archive(_ goal: Goal.ID) -> String { self.goal(goal) + "/archive" }

    /// The part before the date in a day's URL, relative to the goal's page: it has
    /// hundreds of these links.
    func days(of goal: Goal.ID) -> String { "\(goal)/" }

    /// The goals, reporting an operation on one, and offering to undo it.
    func goals(telling operation: OperationID) -> String { "\(goals)?undo=\(operation.text)#notice" }

    /// The page for reordering goals, at one of them.
    ///
    /// - Parameter operation: The operation that the page offers to undo.
    func goalArrangement(at goal: Goal.ID, undo operation: OperationID? = nil) -> String {
        "\(goals)/arrange\(operation.map { "?undo=\($0.text)" } ?? "")#goal-\(goal)"
    }

    /// The counters and today's goals on the screen of a watch.
    var watch: String { base + "/watch" }

    /// A page of the same, counted from 1.
    ///
    /// - Parameter goal: The goal to show.
    func watch(page: Int, at goal: Goal.ID? = nil) -> String {
        watch + (page > 1 ? "?page=\(page)" : "") + (goal.map { "#goal-\($0)" } ?? "")
    }

    /// The same, reporting an operation that left no counter to show, and offering to undo it.
    func watch(telling operation: OperationID) -> String { "\(watch)?undo=\(operation.text)#notice" }

    /// A counter on the screen of a watch.
    ///
    /// - Parameter operation: The operation that the page offers to undo.
    func watch(of counter: Counter.ID, undo operation: OperationID? = nil) -> String {
        "\(watch)/counters/\(counter)\(operation.map { "?undo=\($0.text)#notice" } ?? "")"
    }

    func recover(_ token: String) -> String { "\(base)/recover/\(token)" }

    func invitation(_ token: String) -> String { "\(base)/invitation/\(token)" }

    func asset(_ path: some StringProtocol) -> String { "\(base)/assets/\(build)/\(path)" }

    /// Style sheets as a single one.
    func styles(_ name: some StringProtocol) -> String { "\(base)/styles/\(build)/\(name).css" }

    func path(_ path: some StringProtocol) -> String { base + path }

    /// The settings on a counter's page, by element id.
    enum Setting: String {
        case title, style, color, step, count
    }

    /// What the page about signing in says was changed, after a form of its was sent.
    enum SignInChange: String {
        case saved, removed, passkeyAdded, passkeyRemoved

        static let parameter = "done"
    }

    /// A counter's controls, by the prefix of the element's id.
    enum Control: String {
        case tap, minus, title, options
    }
}
