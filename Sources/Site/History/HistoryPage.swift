// A page of a counter's history, as it is shown: by days, by minutes, by entries.

import Ledger
import Mustache

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
        /// The address of what can be done to it.
        let address: String
        let time: String
        /// The page's own place, for its form to come back to; empty on the first.
        let before: String
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
    let older: String?
    let isFirst: Bool
    let isEmpty: Bool
    /// When days begin, where that is not midnight.
    let daysBegin: String?
    /// In which today was decided.
    let zone: String
    let notice: Notice?

    /// - Parameter before: The number that all entries on the page are below; nil on the first page.
    init(
        counter: Counter, entries: [Entry], before: Entry.Number?, hasOlder: Bool, today: CivilDay,
        zone: String, dayStart: DayStart, notice: Notice?, _ words: Words, _ links: Links
    ) {
        self.notice = notice
        self.zone = zone
        id = counter.id
        title = counter.title
        let place = Row.Place(counter: links.counter(counter.id), before: before.map { String($0) } ?? "")
        older = hasOlder ? entries.last.map { String($0.number) } : nil
        isFirst = before == nil
        isEmpty = entries.isEmpty
        daysBegin = words.sentence(for: dayStart)
        days = entries.runs { dayStart.day(of: $0.madeAt, zoneOffset: $0.zoneOffset) }.map { day, entries in
            Day(
                heading: words.heading(of: day, today: today),
                minutes: entries.runs { $0.minuteOfDay }.map { minute, entries in
                    Minute(minute, entries, place, words)
                })
        }
    }
}

extension HistoryPage.Minute {
    fileprivate init(_ minute: Int, _ entries: [Entry], _ place: HistoryPage.Row.Place, _ words: Words) {
        time = words.time(minuteOfDay: minute)
        // Deltas of huge resets can be more together than 64 bits hold: the ends tell the same.
        let first = entries.last, last = entries.first
        delta = words.signed((last?.count ?? 0) - ((first?.count ?? 0) - (first?.delta ?? 0)))
        count = words.number(last?.count ?? 0)
        let time = time
        self.entries = entries.map { .init($0, at: time, place, words) }
        isGroup = entries.count > 1
    }
}

extension HistoryPage.Row {
    /// Where rows stand.
    fileprivate struct Place {
        /// The address of their counter.
        let counter: String
        let before: String
    }

    fileprivate init(_ entry: Entry, at time: String, _ place: Place, _ words: Words) {
        number = entry.number
        address = "\(place.counter)/entries/\(entry.number)"
        self.time = time
        before = place.before
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

// A hundred entries have thousands of names to be looked up: without reflection the page takes a fifth of the time.
extension HistoryPage.Day: MustacheParent {
    func child(named name: String) -> Any? {
        switch name {
        case "heading": return heading
        case "minutes": return minutes
        default: return nil
        }
    }
}

extension HistoryPage.Minute: MustacheParent {
    func child(named name: String) -> Any? {
        switch name {
        case "time": return time
        case "delta": return delta
        case "count": return count
        case "entries": return entries
        case "isGroup": return isGroup
        default: return nil
        }
    }
}

extension HistoryPage.Row: MustacheParent {
    func child(named name: String) -> Any? {
        switch name {
        case "number": return number
        case "address": return address
        case "time": return time
        case "before": return before
        case "kind": return kind.isEmpty ? false : kind
        case "delta": return delta
        case "count": return count
        case "note": return note.isEmpty ? false : note
        case "isVoid": return isVoid
        case "canChange": return canChange
        case "nextVoid": return nextVoid
        case "voidLabel": return voidLabel
        default: return nil
        }
    }
}

/// The form for an entry's note.
struct NotePage: Page {
    static let template = "History/note"
    let id: Counter.ID
    let number: Entry.Number
    /// Which entry it is: "+1 · 21 Nov 2026 · 18:20".
    let about: String
    let typed: String
    /// The note that the form came with: where another one stands when it is sent, both are kept.
    let seen: String
    let problem: String?
    /// As a field for a date and a time takes it, on the clock of the entry's device; nil for an entry without a time of its own.
    let time: String?
    let timeProblem: String?

    /// - Parameters:
    ///   - typed: What stands in the field for the note, if it is not the entry's own one.
    ///   - seen: The note that the form came with, likewise.
    init(
        _ entry: Entry, of counter: Counter.ID, typed: String? = nil, seen: String? = nil,
        problem: String? = nil, time: String? = nil, timeProblem: String? = nil, _ words: Words
    ) {
        id = counter
        number = entry.number
        let day = CivilDay(of: entry.madeAt, zoneOffset: entry.zoneOffset)
        about = [
            words.signed(entry.delta), words.date(day, withYear: true),
            words.time(minuteOfDay: entry.minuteOfDay),
        ].joined(separator: " · ")
        self.typed = typed ?? entry.note
        self.seen = seen ?? entry.note
        self.problem = problem
        self.time = time ?? entry.localTime
        self.timeProblem = timeProblem
    }
}

extension Entry {
    /// `2026-11-21T18:20:05` on the clock of its device; nil for a void, which has the time of its deed.
    fileprivate var localTime: String? {
        kind == .void ? nil : String(Timestamp(madeAt, zoneOffset: zoneOffset).text.prefix(19))
    }

    /// On the clock of the device that made it.
    fileprivate var minuteOfDay: Int { madeAt.minuteOfDay(zoneOffset: zoneOffset) }
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
