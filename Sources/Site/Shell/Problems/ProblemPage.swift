// The error page, as it looks among counters, among goals and on a watch, and what a script gets instead.

/// The error page.
struct ProblemPage: Page {
    static let template = "Shell/problem"
    let heading: String
    let advice: String
    /// The user's input, so that it is not lost.
    var typed: String?
    /// An id by which the operator finds it in the log.
    var number: String?
    var destinations: [Destination] = []
    /// Whether it leads to the counters.
    var leadsBack = true

    /// A link to another page than the counters.
    struct Destination {
        let address: String
        let text: String
        /// Whether it is the most likely one.
        let isFirst: Bool
    }
}

/// The error page among goals, which are dark, and to which it leads back.
struct GoalsProblemPage: Page {
    static let template = "Goals/problem"
    let heading: String
    let advice: String
    let typed: String?
    let number: String?
    let destinations: [ProblemPage.Destination]

    init(_ page: ProblemPage) {
        heading = page.heading
        advice = page.advice
        typed = page.typed
        number = page.number
        destinations = page.destinations
    }
}

/// The error page on a watch, which leads back to its list.
struct WatchProblemPage: Page {
    static let template = "Watch/problem"
    let heading: String
    let advice: String
    let number: String?
    let destinations: [ProblemPage.Destination]
    let leadsBack: Bool

    init(_ page: ProblemPage) {
        heading = page.heading
        advice = page.advice
        number = page.number
        destinations = page.destinations
        leadsBack = page.leadsBack
    }
}

/// The JSON response to a script's failed request.
struct ProblemAnswer: Encodable {
    let problem: String
    /// The refusal, named as in a list of operations; nil if the request did not get that far.
    let reason: String?
}
