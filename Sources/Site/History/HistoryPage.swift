// A page of a counter's history, as it is shown: by days, by minutes, by entries.

import Ledger

struct HistoryPage: Page {
    static let template = "History/history"

    struct Day: Sendable {
        let heading: String
        let minutes: [Minute]
    }

    /// What happened within one minute.
    struct Minute: Sendable {
        let time: String
        /// The sum of its deltas, and where the count stood after it.
        let delta: String
        let count: String
        let entries: [Row]
        /// Where it is more than one entry, they are folded away.
        let isGroup: Bool
    }

    struct Row: Sendable {
        let number: Entry.Number
        /// A word for what is not simply counted; empty for that.
        let kind: String
        let delta: String
        let count: String
        let note: String
        let isVoid: Bool
        /// Whether it can be taken back or be let stand again.
        let canChange: Bool
        let nextVoid: String
        let voidLabel: String
    }

    let id: Counter.ID
    let title: String
    let days: [Day]
    /// The page's own place, for forms to come back to; empty on the first.
    let before: String
    let older: String?
    let isFirst: Bool
    let isEmpty: Bool
    /// When days begin, where that is not midnight.
    let daysBegin: String?
    let notice: Notice?

    /// - Parameter before: The number that all entries on the page are below; nil on the first page.
    init(
        counter: Counter, entries: [Entry], before: Entry.Number?, hasOlder: Bool, today: CivilDay,
        dayStart: DayStart, notice: Notice?, _ words: Words
    ) {
        self.notice = notice
        id = counter.id
        title = counter.title
        self.before = before.map { String($0) } ?? ""
        older = hasOlder ? entries.last.map { String($0.number) } : nil
        isFirst = before == nil
        isEmpty = entries.isEmpty
        daysBegin = words.sentence(for: dayStart)
        days = entries.runs { dayStart.day(of: $0.madeAt, zoneOffset: $0.zoneOffset) }.map { day, entries in
            Day(
                heading: words.heading(of: day, today: today),
                minutes: entries.runs { $0.minuteOfDay }.map { minute, entries in
                    Minute(minute, entries, words)
                })
        }
    }
}

extension HistoryPage.Minute {
    fileprivate init(_ minute: Int, _ entries: [Entry], _ words: Words) {
        time = words.time(minuteOfDay: minute)
        // Deltas of huge resets can be more together than 64 bits hold: the ends tell the same.
        let first = entries.last, last = entries.first
        delta = words.signed((last?.count ?? 0) - ((first?.count ?? 0) - (first?.delta ?? 0)))
        count = words.number(last?.count ?? 0)
        self.entries = entries.map { .init($0, words) }
        isGroup = entries.count > 1
    }
}

extension HistoryPage.Row {
    fileprivate init(_ entry: Entry, _ words: Words) {
        number = entry.number
        kind =
            switch entry.kind {
            case .increment, .decrement: ""
            case .reset: words[.historyReset]
            case .set: words[.historySet]
            case .void: words[.historyVoid]
            }
        delta = words.signed(entry.delta)
        count = words.number(entry.count)
        note = entry.note
        isVoid = entry.isVoid
        canChange = entry.kind != .void
        nextVoid = entry.isVoid ? "no" : "yes"
        voidLabel = words[entry.isVoid ? .historyUnvoid : .historyTakeBack]
    }
}

/// The form for an entry's note.
struct NotePage: Page {
    static let template = "History/note"
    let id: Counter.ID
    let number: Entry.Number
    let typed: String
    let problem: String?
}

extension Entry {
    /// On the clock of the device that made it.
    fileprivate var minuteOfDay: Int {
        let minute = Int(madeAt.milliseconds / 60_000) + zoneOffset
        return minute - CivilDay(of: madeAt, zoneOffset: zoneOffset).number * 1440
    }
}

extension Words {
    /// "+5", "−5", "0".
    fileprivate func signed(_ delta: Int64) -> String {
        delta == 0 ? "0" : (delta > 0 ? "+" : "\u{2212}") + number(delta == .min ? .max : abs(delta))
    }

    /// "Today", or the date; with its year where that is another one.
    fileprivate func heading(of day: CivilDay, today: CivilDay) -> String {
        if day == today { return self[.historyToday] }
        if day == today.adding(-1) { return self[.historyYesterday] }
        return date(day, withWeekday: true, withYear: day.civil.year != today.civil.year)
    }
}

extension Array {
    /// The elements in runs of neighbours that have the same key.
    fileprivate func runs<Key: Equatable>(by key: (Element) -> Key) -> [(Key, [Element])] {
        var runs: [(Key, [Element])] = []
        for element in self {
            let key = key(element)
            if runs.last?.0 == key {
                runs[runs.count - 1].1.append(element)
            } else {
                runs.append((key, [element]))
            }
        }
        return runs
    }
}
