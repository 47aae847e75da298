// Caches rendered goal pages: what all goals' pages share, months of dots, and recently requested pages.

import Ledger
import NIOCore

/// A cache of rendered pages, keyed by everything they depend on that can change
/// while the program runs.
struct GoalPageCache: Sendable {
    struct Key: Hashable, Sendable {
        let account: AccountID
        /// Nil: the page of all goals.
        let goal: Goal.ID?
        /// The year in dots, of a goal that is too long to be shown whole; never one that it does not
        /// have, so that nobody fills the cache by asking for others.
        var year: Int? = nil
        /// The account's revision.
        let revision: Int64
        let today: CivilDay
        let zone: String
        let language: String
        /// Whether the browser was signed out, which the page of all goals says.
        var isUnrecognized = false
    }

    /// A goal at one of its account's revisions: what is later is read with a later revision.
    struct Version: Hashable, Sendable {
        let account: AccountID
        let goal: Name
        let revision: Int64
    }

    /// What is cached in each of the forms in which pages are sent.
    struct Form<Text: PageText>: Sendable {
        let goals = Cache<Key, PageFrame<Appearance.Gap, Text>>(bound: 8 << 20) { $0.size }
        let lists = Cache<Key, PageFrame<Appearance.Gap, Text>>(bound: 8 << 20) { $0.size }
    }

    let goals = Cache<Version, Goal>(bound: 1 << 20) { MemoryLayout<Goal>.size + $0.name.utf8.count }
    /// What all goals' pages have in common, by language.
    let skeletons = Cache<String, Skeleton<GoalPage.Gap>>(bound: 1 << 20) { $0.size }
    /// Of a page that is drawn again, one day has changed mostly.
    let months = Cache<GoalMonth, String>(bound: 4 << 20) { $0.utf8.count }
    let plain = Form<ByteBuffer>()
    /// Only pages that are requested twice unchanged, because compressing takes longer
    /// than rendering. Others are left to the web server.
    let compressed = Form<DeflateBlock>()
}

extension GoalPageCache.Key {
    /// The `ETag` for conditional requests.
    func tag(edition: String, _ look: Appearance) -> String {
        let whose = isUnrecognized ? "unrecognized" : String(account)
        let content = [
            edition, language, look.text, whose, String(goal ?? 0), year.map { String($0) } ?? "",
            String(revision),
            String(today.number), zone,
        ]
        return "W/\"" + content.joined(separator: "_") + "\""
    }
}
