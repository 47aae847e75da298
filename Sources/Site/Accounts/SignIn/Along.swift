// What becomes of the counters and goals that a browser has when it opens another account.

import Ledger

/// The question in each form that opens another account.
struct Along: Sendable {
    /// The account that is open in this browser.
    let account: AccountID
    /// Whether the box is ticked that adds what it has.
    var isTaken = true
    /// Whether nobody can open it any more once this browser has left it.
    let isLastWayIn: Bool
    /// Whether it was left without the word that it is lost.
    var isUnconfirmed = false
}

/// The answer.
enum Leaving: Sendable {
    /// The counters and goals are added to those of the other account.
    case takingAlong
    /// They stay where they are.
    case leavingBehind
    /// They stay where they are, also if nobody can open them any more.
    case forGood

    init(along: String?, forGood: String?) {
        self = along == "yes" ? .takingAlong : forGood == "yes" ? .forGood : .leavingBehind
    }
}
