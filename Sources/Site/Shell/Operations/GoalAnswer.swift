// The JSON response to a script that marked a day or set its note, by itself or in a list of operations.

import Ledger

struct GoalAnswer: Encodable, Sendable {
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
}
