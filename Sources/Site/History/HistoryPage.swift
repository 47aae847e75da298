// A page of a counter's history, grouped by days, minutes and entries.

import Ledger
import Mustache

struct HistoryPage: Page {
    static let template = "History/history"

    struct Day: Sendable {
        /// Its date: it stays the same element while entries come.
        let id: String
        let heading: String
        /// What was counted on it, on other pages too; 0 where more was taken back.
        let sum: String
        let minutes: [Minute]
    }

    /// What happened within one minute.
    struct Minute: Sendable {
        /// The number of its oldest entry.
        let id: Entry.Number
        let time: String
        /// The sum of its deltas, and the count after it, as HTML.
        let delta: String
        let count: String
        /// The marks of its last entry.
        let marks: String
        let entries: [Row]
        /// Whether it has several entries, which are then collapsed.
        let isGroup: Bool
    }

    struct Row: Sendable {
        let number: Entry.Number
        /// The base URL of its actions.
        let address: String
        let time: String
        /// When it was made by the clock of its device, with that clock's offset; empty for a void, whose time is that of the
        /// action.
        let made: String
        /// The page's own `before`, to which its form returns; empty on the first.
        let before: String
        /// A word for the kind of entry; empty for simple counting.
        let kind: String
        /// As HTML, like the count.
        let delta: String
        let count: String
        /// The five that its mark completed or stands in; empty where nothing was counted up.
        let marks: String
        let note: String
        let isVoid: Bool
        /// Whether it can be undone or redone.
        let canChange: Bool
        let nextVoid: String
        let voidLabel: String
    }

    let id: Counter.ID
    /// The counter's name, address and colour.
    let title: String
    let address: String
    let color: Int
    /// What its device adds to, of what waits there.
    let count: Int64
    let shapes: String
    let days: [Day]
    let older: String?
    let isFirst: Bool
    let empty: Emptiness?
    /// When days begin, if not at midnight.
    let daysBegin: String?
    /// The maximum length of a note, in characters, and the message for a longer one.
    let most: Int
    let tooLong: String
    /// The day it is made on, and the hour at which it began.
    let today: String
    let dayStart: Int
    /// The time zone that determined today.
    let zone: String
    let notice: Notice?

    /// - Parameters:
    ///   - entries: Latest arrival first. What several devices made arrives in any order, so a page is
    ///     put in the order of time.
    ///   - before: All entries on the page have lower numbers; nil on the first page.
    ///   - counted: What was counted on each day of the page.
    init(
        counter: Counter, entries: [Entry], before: Entry.Number?, hasOlder: Bool,
        counted: [CivilDay: Int64], today: CivilDay, zone: String, dayStart: DayStart, notice: Notice?,
        _ words: Words, _ links: Links
    ) {
        self.notice = notice
        self.zone = zone
        self.today = today.description
        self.dayStart = dayStart.hour
        id = counter.id
        title = counter.title
        address = links.counter(counter.id)
        color = counter.colorClass
        count = counter.count
        shapes = counter.style.marks.shapesOfFives.markup
        let place = Row.Place(
            counter: address, before: before.map { String($0) } ?? "", style: counter.style)
        older = hasOlder ? entries.last.map { String($0.number) } : nil
        isFirst = before == nil
        empty = entries.isEmpty ? words.nothing(.historyEmpty, leadingTo: links.home) : nil
        daysBegin = words.sentence(for: dayStart)
        most = Entry.longestNote
        tooLong = words(.noteTooLong, number: Int64(Entry.longestNote))
        let inTime = entries.sorted { ($0.localMilliseconds, $0.number) > ($1.localMilliseconds, $1.number) }
        days = inTime.runs { dayStart.day(of: $0.madeAt, zoneOffset: $0.zoneOffset) }.map { day, entries in
            Day(
                id: day.description,
                heading: words.heading(of: day, today: today),
                sum: words.breakable(max(0, counted[day] ?? 0)),
                minutes: entries.runs { $0.minuteOfDay }.map { minute, entries in
                    Minute(minute, entries, place, words)
                })
        }
    }
}

extension HistoryPage.Minute {
    fileprivate init(_ minute: Int, _ entries: [Entry], _ place: HistoryPage.Row.Place, _ words: Words) {
        id = entries.last?.number ?? 0
        time = words.time(minuteOfDay: minute)
        // The sum of huge resets' deltas can overflow 64 bits.
        let sum = entries.reduce(Int64(0)) { sum, entry in
            let (next, isOver) = sum.addingReportingOverflow(entry.delta)
            return isOver ? (entry.delta > 0 ? .max : .min) : next
        }
        delta = words.breakable(words.signed(sum))
        count = words.breakable(entries.first?.count ?? 0)
        let time = time
        self.entries = entries.map { .init($0, at: time, place, words) }
        marks = self.entries.first?.marks ?? ""
        isGroup = entries.count > 1
    }
}

extension HistoryPage.Row {
    /// Where rows are shown.
    fileprivate struct Place {
        /// The URL of their counter.
        let counter: String
        let before: String
        let style: Counter.Style
    }

    fileprivate init(_ entry: Entry, at time: String, _ place: Place, _ words: Words) {
        number = entry.number
        address = "\(place.counter)/entries/\(entry.number)"
        self.time = time
        made = entry.ownTime?.text ?? ""
        before = place.before
        kind =
            switch entry.kind {
            case .increment, .decrement: ""
            case .reset: words[.historyReset]
            case .set: words[.historySet]
            case .void: words[.historyVoid]
            }
        delta = words.breakable(words.signed(entry.delta))
        count = words.breakable(entry.count)
        marks = entry.delta > 0 && entry.count > 0 ? place.style.marks.lastFive(of: entry.count) : ""
        note = entry.note
        isVoid = entry.isVoid
        canChange = entry.kind != .void
        nextVoid = entry.isVoid ? "no" : "yes"
        voidLabel = words[entry.isVoid ? .historyUnvoid : .historyTakeBack]
    }
}

// A hundred entries need thousands of name lookups: without reflection the page takes a fifth of the time.
extension HistoryPage.Day: MustacheParent {
    func child(named name: String) -> Any? {
        switch name {
        case "id": return id
        case "heading": return heading
        case "sum": return sum
        case "minutes": return minutes
        default: return nil
        }
    }
}

extension HistoryPage.Minute: MustacheParent {
    func child(named name: String) -> Any? {
        switch name {
        case "id": return id
        case "time": return time
        case "delta": return delta
        case "count": return count
        case "marks": return marks
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
        case "made": return made.isEmpty ? false : made
        case "before": return before
        case "kind": return kind.isEmpty ? false : kind
        case "delta": return delta
        case "count": return count
        case "marks": return marks
        case "note": return note.isEmpty ? false : note
        case "isVoid": return isVoid
        case "canChange": return canChange
        case "nextVoid": return nextVoid
        case "voidLabel": return voidLabel
        default: return nil
        }
    }
}

extension Entry {
    /// In the local time of the device that made it, as the days are that it is shown in.
    fileprivate var localMilliseconds: Int64 { madeAt.milliseconds + Int64(zoneOffset) * 60_000 }

    /// By the clock of the device that made it; nil for a void, whose time is that of the action.
    var ownTime: Timestamp? { kind == .void ? nil : Timestamp(madeAt, zoneOffset: zoneOffset) }

    /// In the local time of the device that made it.
    var minuteOfDay: Int { madeAt.minuteOfDay(zoneOffset: zoneOffset) }
}

extension Words {
    /// "+5", "−5", "0".
    func signed(_ delta: Int64) -> String {
        delta == 0 ? "0" : (delta > 0 ? "+" : "\u{2212}") + number(delta == .min ? .max : abs(delta))
    }
}
