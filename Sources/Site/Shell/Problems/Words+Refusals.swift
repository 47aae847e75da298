// What is wrong with something typed, where its form is not at hand to say it.

import Ledger

extension Words {
    /// What happened and what to do: for what was typed, the words of its field.
    func sentence(for refusal: Refusal) -> String {
        switch refusal {
        case .titleIsEmpty: self[.titleEmpty]
        case .titleIsTooLong: self(.titleTooLong, number: Int64(Counter.longestTitle))
        case .goalNameIsEmpty: self[.goalNameEmpty]
        case .goalNameIsTooLong: self(.goalNameTooLong, number: Int64(Goal.longestName))
        case .goalEndsTooSoon: self[.goalEndsTooSoon]
        case .goalIsTooLong: self[.goalTooLong]
        case .goalTargetIsOutOfRange: self(.goalNoTarget, number(Counter.largestStep))
        default: Problem(refusal).sentence(self)
        }
    }
}
