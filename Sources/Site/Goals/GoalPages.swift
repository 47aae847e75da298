// What has been drawn of goals: the frame of a goal's page, which all of them
// share, and the pages as they were last asked for.

import Ledger
import NIOCore

/// Drawn pages by everything they depend on, besides what is the same while
/// the program runs.
struct GoalPages: Sendable {
    struct Key: Hashable, Sendable {
        let account: AccountID
        /// Nil: all of them.
        let goal: Goal.ID?
        /// The account's.
        let revision: Int64
        let today: CivilDay
        let zone: String
        let language: String
    }

    let frames = Kept<String, Skeleton<GoalPage.Gap>>(bound: 1 << 20) { $0.size }
    let goals = Kept<Key, DrawnGoal>(bound: 8 << 20) { $0.size }
    let lists = Kept<Key, Skeleton<Appearance.Gap>>(bound: 8 << 20) { $0.size }
}

extension GoalPages.Key {
    /// For a browser to ask whether the page is still so.
    func tag(edition: String, _ look: Appearance) -> String {
        let content = [
            edition, language, look.text, String(account), String(goal ?? 0), String(revision),
            String(today.number), zone,
        ]
        return "W/\"" + content.joined(separator: "_") + "\""
    }
}
