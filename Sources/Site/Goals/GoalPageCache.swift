// Rendered goal pages: the frame that all goals' pages share, and the pages as
// they were last asked for.

import Ledger
import NIOCore

/// A cache of rendered pages, by everything they depend on that can change while the program runs.
struct GoalPageCache: Sendable {
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

    let frames = Cache<String, Skeleton<GoalPage.Gap>>(bound: 1 << 20) { $0.size }
    let goals = Cache<Key, DrawnGoal>(bound: 8 << 20) { $0.size }
    let lists = Cache<Key, Skeleton<Appearance.Gap>>(bound: 8 << 20) { $0.size }
}

extension GoalPageCache.Key {
    /// For a browser to ask whether the page is still so.
    func tag(edition: String, _ look: Appearance) -> String {
        let content = [
            edition, language, look.text, String(account), String(goal ?? 0), String(revision),
            String(today.number), zone,
        ]
        return "W/\"" + content.joined(separator: "_") + "\""
    }
}
