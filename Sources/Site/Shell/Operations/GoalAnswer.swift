// The JSON response to a script that marked a day or set its note, by itself or in a list of operations.

import Ledger

struct GoalAnswer: JSONValue, Sendable {
    let goal: Goal.ID
    let day: String
    /// done | partial | missed | open | future
    let state: String
    let percent: String
    let percentLabel: String
    let streak: String
    let streakLabel: String
    let sum: String
    let isCompleted: Bool
    /// The account's revision after the operation.
    let revision: Int64
    /// The day's dot as HTML.
    let dot: String
    /// What is said of a note that was changed elsewhere meanwhile, with the offer to undo it, as HTML.
    var notice: String?

    func write(to json: inout JSONWriter) {
        json.object {
            $0.member("goal", goal)
            $0.member("day", day)
            $0.member("state", state)
            $0.member("percent", percent)
            $0.member("percentLabel", percentLabel)
            $0.member("streak", streak)
            $0.member("streakLabel", streakLabel)
            $0.member("sum", sum)
            $0.member("isCompleted", isCompleted)
            $0.member("revision", revision)
            $0.member("dot", dot)
            $0.member("notice", notice)
        }
    }
}
