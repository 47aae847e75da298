// What was changed last, each with a button that undoes it: notices go away by themselves.

import Ledger

struct LastChangesPage: Page {
    static let template = "Shell/lastChanges"

    struct Day: Sendable {
        /// Its date: it stays the same element while changes come.
        let id: String
        let heading: String
        let changes: [Row]
    }

    struct Row: Sendable {
        /// Of the operation that made it: the row stays the same one when it is undone and when others come before it.
        let id: String
        let sentence: String
        let time: String
        let isUndone: Bool
        /// What the button undoes, and its text.
        let undo: String
        let button: String
        let buttonLabel: String
    }
    let days: [Day]
    /// When days begin, if not at midnight.
    let daysBegin: String?
    /// The day it is made on, and the hour at which it began.
    let today: String
    let dayStart: Int
    /// The time zone that determined today.
    let zone: String
    let notice: Notice?
    let empty: Emptiness?
}

extension LastChangesPage {
    /// - Parameter changes: Latest arrival first. What waited on a device may be from a day before.
    static func days(
        of changes: [RecentChange], today: CivilDay, dayStart: DayStart, _ words: Words,
        row: (RecentChange) -> Row?
    ) -> [Day] {
        func minute(_ change: RecentChange) -> Int64 {
            (change.madeAt.milliseconds / 60_000) + Int64(change.zoneOffset)
        }
        // Within a minute they keep their order.
        let inTime = changes.enumerated().sorted { one, other in
            (minute(one.element), -one.offset) > (minute(other.element), -other.offset)
        }
        let days = inTime.map(\.element).runs { dayStart.day(of: $0.madeAt, zoneOffset: $0.zoneOffset) }
        return days.compactMap { day, changes in
            let rows = changes.compactMap(row)
            if rows.isEmpty { return nil }
            return Day(id: day.description, heading: words.heading(of: day, today: today), changes: rows)
        }
    }
}

extension LastChangesPage.Row {
    init(_ change: RecentChange, sentence: String, _ words: Words) {
        id = change.id.text
        self.sentence = sentence
        time = words.time(minuteOfDay: change.madeAt.minuteOfDay(zoneOffset: change.zoneOffset))
        isUndone = change.isUndone
        undo = change.latest.text
        button = words[change.isUndone ? .noticeRedo : .noticeUndo]
        buttonLabel = words(.changesButton, button, sentence)
    }
}
