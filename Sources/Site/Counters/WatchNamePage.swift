// The form for a counter's name on a watch. It stands here because what is sent is answered here, with the same form again
// if the name is refused.

import Ledger

/// The form for the name of a new counter, or another name of one, on the screen of a watch.
struct WatchNamePage: Page {
    static let template = "Counters/nameOnWatch"

    let heading: String
    let button: String
    /// Where the form is sent.
    let address: String
    /// Where one came from.
    let back: String
    /// Of a new counter, so that resubmitting the form creates only one.
    var operation: String?
    var suggestion: String?
    /// The title that is about to be replaced.
    var seen: String?
    let typed: String
    let problem: String?

    /// The form for a new counter.
    init(
        new operation: OperationID, suggestion: String, typed: String, problem: String?, _ words: Words,
        _ links: Links
    ) {
        heading = words[.counterNew]
        button = words[.counterCreate]
        address = links.counters
        back = links.watch
        self.operation = operation.text
        self.suggestion = suggestion
        self.typed = typed
        self.problem = problem
    }

    /// The form for another name of a counter.
    init(
        of counter: Counter.ID, seen: String?, typed: String, problem: String?, _ words: Words, _ links: Links
    ) {
        heading = words[.counterRename]
        button = words[.formSave]
        address = links.title(of: counter)
        back = links.watch(of: counter)
        self.seen = seen
        self.typed = typed
        self.problem = problem
    }
}
