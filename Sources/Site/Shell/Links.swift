// Every address of the site is made here.

import Hummingbird
import Ledger

/// Addresses under the path that the site is mounted at.
struct Links: Sendable {
    /// Without a slash at its end; empty at the top.
    let base: String
    /// The hash of everything in `Public/`, a segment of the address of each file.
    let build: String

    init(base: String, build: String) {
        self.base = base.hasSuffix("/") ? String(base.dropLast()) : base
        self.build = build
    }

    var home: String { base + "/" }
    var newCounter: String { base + "/counters/new" }
    /// The short address of the same, for shortcuts.
    var new: String { base + "/new" }
    /// Where an installed app starts.
    var open: String { base + "/open" }
    /// Where the browser takes a link of ours to, in the place of `%s`.
    var openLink: String { open + "?link=%s" }
    var trash: String { base + "/trash" }
    var undo: String { base + "/undo" }
    var search: String { base + "/search" }
    var openSearch: String { base + "/opensearch.xml" }
    var settings: String { base + "/settings" }
    var devices: String { settings + "/devices" }
    func device(_ device: Device.ID) -> String { "\(devices)/\(device)" }
    /// Settings, at when days and weeks begin.
    var calendar: String { settings + "#calendar" }
    /// Settings, at the time zone.
    var zone: String { settings + "#zone" }
    /// Where feedback is answered once it is kept.
    var feedbackThanks: String { base + "/feedback?thanks" }
    var tutorial: String { base + "/tutorial" }
    var events: String { base + "/events" }
    var geometry: String { base + "/geometry/\(build).js" }
    var shapes: String { base + "/shapes/\(build).js" }
    var flourishes: String { base + "/flourishes/\(build).js" }

    /// Home, at one of the counter's controls, which thereby gets the focus.
    func home(at control: Control, of counter: Counter.ID) -> String {
        "\(home)#\(control.rawValue)-\(counter)"
    }

    /// Home at one of the counter's controls, offering to take an operation back.
    func home(undo operation: OperationID, at control: Control, of counter: Counter.ID) -> String {
        "\(home)?undo=\(operation.text)#\(control.rawValue)-\(counter)"
    }

    /// Home, telling what an operation did that left no counter to stand at,
    /// and offering to take it back where it can be.
    func home(telling operation: OperationID) -> String { "\(home)?undo=\(operation.text)#notice" }

    /// Home, offering to take back what was done to a counter that is not there any more.
    func home(undo operation: OperationID) -> String { "\(home)?undo=\(operation.text)#notice" }

    /// Home with the counter's card open, whatever it is otherwise, and in view.
    func home(showing counter: Counter.ID) -> String { "\(home)?show=\(counter)#tap-\(counter)" }

    /// Leads to the counter's card, for as long as there is the counter.
    func card(of counter: Counter.ID) -> String { "\(base)/counters/\(counter)/card" }

    /// Leads to the card at a place of the list, from 1 on.
    func place(_ place: Int64) -> String { "\(base)/index/\(place)" }

    func restoration(of counter: Counter.ID) -> String { "\(base)/counters/\(counter)/restoration" }

    func counter(_ counter: Counter.ID) -> String { "\(base)/counters/\(counter)" }

    /// The counter's page, offering to take an operation back.
    ///
    /// - Parameter setting: What of the page to stand at; nil: the offer.
    func counter(_ counter: Counter.ID, undo operation: OperationID, at setting: Setting? = nil) -> String {
        "\(self.counter(counter))?undo=\(operation.text)#\(setting?.rawValue ?? "notice")"
    }

    /// The counter on the whole screen.
    func fullScreen(of counter: Counter.ID) -> String { self.counter(counter) + "/full" }

    /// The same, where one is added at once.
    func quickCount(of counter: Counter.ID) -> String { fullScreen(of: counter) + "?quick" }

    /// A quick action: leads to the counter that it is about at the moment.
    func quick(_ place: String) -> String { "\(base)/quick/\(place)" }

    /// - Parameter operation: What is offered to be taken back.
    func arrangement(at counter: Counter.ID, undo operation: OperationID? = nil) -> String {
        "\(base)/counters/arrange\(operation.map { "?undo=\($0.text)" } ?? "")#counter-\(counter)"
    }

    /// Home, offering to take a deletion back.
    func home(deleted counter: Counter.ID) -> String { "\(home)?deleted=\(counter)#notice" }

    /// All counters or one as a file, or one file of several.
    func export(of counter: Counter.ID?, as format: ArchiveFormat, part: Int? = nil) -> String {
        (counter.map { self.counter($0) } ?? base) + "/export.\(format.rawValue)"
            + (part.map { "?part=\($0)" } ?? "")
    }

    /// What an uploaded file would change.
    func importing(_ upload: OperationID) -> String { "\(base)/imports/\(upload.text)" }

    /// A page of the tutorial. The first one has the short address.
    func tutorial(page: Int) -> String { page == 1 ? tutorial : "\(tutorial)/\(page)" }

    /// A counter's history at one of its entries.
    ///
    /// - Parameter before: The number that all entries of its page are below; nil: the first page.
    func history(of counter: Counter.ID, before: Entry.Number?, at number: Entry.Number) -> String {
        "\(self.counter(counter))/history\(before.map { "?before=\($0)" } ?? "")#entry-\(number)"
    }

    /// The page of a counter's history that has an entry in its middle, at that entry.
    ///
    /// - Parameters:
    ///   - number: nil: the first page.
    ///   - operation: What is offered to be taken back.
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

    /// Of a counter, or of all together.
    func statistics(of counter: Counter.ID?, over period: Statistics.Period) -> String {
        "\(counter.map { self.counter($0) } ?? base)/statistics?period=\(period.rawValue)"
    }

    /// Where the counter's link is made and revoked.
    func share(of counter: Counter.ID) -> String { "\(self.counter(counter))/share" }

    /// The same, at the link.
    func shareLink(of counter: Counter.ID) -> String { share(of: counter) + "#share-link" }

    /// The same, offering to let a link work again that an operation revoked.
    func share(of counter: Counter.ID, undo operation: OperationID) -> String {
        "\(share(of: counter))?undo=\(operation.text)#notice"
    }

    /// A counter as whoever has its link sees it.
    func shared(_ token: ShareToken) -> String { "\(base)/shared/\(token.text)" }

    /// The goal's reminder as a calendar file.
    func reminder(of goal: Goal.ID) -> String { "\(base)/goals/\(goal)/reminder.ics" }
    var goals: String { base + "/goals" }
    var newGoal: String { goals + "/new" }
    func goal(_ goal: Goal.ID) -> String { "\(goals)/\(goal)" }

    /// The goal's page, at the dot of today.
    func goalToday(_ goal: Goal.ID) -> String { self.goal(goal) + "#today" }

    /// A day of a goal by itself.
    func day(_ day: CivilDay, of goal: Goal.ID) -> String { "\(self.goal(goal))/\(day)" }

    /// What stands before the date in the address of a day, on the goal's own
    /// page: a goal has hundreds of them.
    func days(of goal: Goal.ID) -> String { "\(goal)/" }

    /// The goals, telling what was done to one, and offering to take it back.
    func goals(telling operation: OperationID) -> String { "\(goals)?undo=\(operation.text)#notice" }

    /// The order of the goals, at one of them.
    func goalArrangement(at goal: Goal.ID) -> String { "\(goals)/arrange#goal-\(goal)" }

    func recover(_ token: String) -> String { "\(base)/recover/\(token)" }

    func asset(_ path: some StringProtocol) -> String { "\(base)/assets/\(build)/\(path)" }

    func path(_ path: some StringProtocol) -> String { base + path }

    /// Scheme and host, as the visitor's browser named them; nil where that can be no host.
    static func origin(authority: String?, isSecure: Bool) -> String? {
        guard let authority, isHost(authority) else { return nil }
        return (isSecure ? "https://" : "http://") + authority
    }

    func origin(authority: String?, isSecure: Bool) -> String? {
        Self.origin(authority: authority, isSecure: isSecure)
    }

    /// A path of ours as it is passed on to others, with the scheme and host that the
    /// visitor's browser named; the path alone where it named none.
    func whole(_ path: String, of request: Request, isSecure: Bool) -> String {
        (origin(authority: request.head.authority, isSecure: isSecure) ?? "") + path
    }

    /// Whether the text can be a host: a name or an address, perhaps with a port (RFC 9110 §7.2).
    static func isHost(_ text: String) -> Bool {
        guard (1...261).contains(text.utf8.count) else { return false }
        // An IPv6 address stands in brackets.
        let isBracketed = text.hasPrefix("[")
        guard let end = isBracketed ? text.firstIndex(of: "]") : text.firstIndex(of: ":") ?? text.endIndex
        else { return false }
        let name = isBracketed ? text[..<end].dropFirst() : text[..<end]
        let rest = isBracketed ? text[end...].dropFirst() : text[end...]
        guard !name.isEmpty, name.utf8.allSatisfy((isBracketed ? addressBytes : nameBytes).contains) else {
            return false
        }
        let port = rest.utf8.dropFirst()
        return rest.isEmpty || rest.hasPrefix(":") && port.allSatisfy { (0x30...0x39).contains($0) }
    }

    private static let nameBytes = Set(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789.-_".utf8)
    private static let addressBytes = Set("0123456789ABCDEFabcdef:.".utf8)

    /// What can be set on a counter's page, by its element's id.
    enum Setting: String {
        case title, style, color, step, count
    }

    /// What of a counter can be pressed, by the start of its element's id.
    enum Control: String {
        case tap, minus, title, options
    }
}
