// Caches rendered goal pages: the frame shared by all goals' pages, and recently requested pages.

import Ledger
import NIOCore

/// A cache of rendered pages, keyed by everything they depend on that can change
/// while the program runs.
struct GoalPageCache: Sendable {
    struct Key: Hashable, Sendable {
        let account: AccountID
        /// Nil: the page of all goals.
        let goal: Goal.ID?
        /// The account's revision.
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
    /// The `ETag` for conditional requests.
    func tag(edition: String, _ look: Appearance) -> String {
        let content = [
            edition, language, look.text, String(account), String(goal ?? 0), String(revision),
            String(today.number), zone,
        ]
        return "W/\"" + content.joined(separator: "_") + "\""
    }
}
