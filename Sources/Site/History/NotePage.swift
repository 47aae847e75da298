// The page of an entry's note and time.

import Ledger

/// The form for an entry's note and time.
struct NotePage: Page {
    static let template = "History/note"
    /// The counter's number, name, address and colour.
    let id: Counter.ID
    let title: String
    let address: String
    let color: Int
    let number: Entry.Number
    /// The history, at the entry.
    let back: String
    /// Describes the entry: "+1 · 21 Nov 2026 · 18:20".
    let about: String
    let typed: String
    /// The note the form was rendered with: if another one is stored on submission, both are kept.
    let seen: String
    let problem: String?
    /// The maximum length of a note, in characters, and the message for a longer one.
    let most: Int
    let tooLong: String
    /// For a `datetime-local` field, in the local time of the entry's device; nil for an entry without its own time.
    let time: String?
    /// The time the form was rendered with: saved as it is, it must not undo a change made elsewhere.
    let seenTime: String?
    /// When it was made by the clock of its device, with that clock's offset, likewise.
    let made: String?
    let timeProblem: String?

    /// - Parameters:
    ///   - typed: The note field's content, if it differs from the entry's note.
    ///   - seen: The note the form was rendered with, likewise.
    ///   - time: The time field's content, if it differs from the entry's time.
    ///   - seenTime: The time the form was rendered with, likewise.
    init(
        _ entry: Entry, of counter: Counter, typed: String? = nil, seen: String? = nil,
        problem: String? = nil, time: String? = nil, seenTime: String? = nil, timeProblem: String? = nil,
        _ words: Words, _ links: Links
    ) {
        id = counter.id
        title = counter.title
        address = links.counter(counter.id)
        color = counter.colorClass
        number = entry.number
        back = links.history(of: counter.id, around: entry.number)
        let day = CivilDay(of: entry.madeAt, zoneOffset: entry.zoneOffset)
        about = [
            words.signed(entry.delta), words.date(day, withYear: true),
            words.time(minuteOfDay: entry.minuteOfDay),
        ].joined(separator: " · ")
        self.typed = typed ?? entry.note
        self.seen = seen ?? entry.note
        self.problem = problem
        most = Entry.longestNote
        tooLong = words(.noteTooLong, number: Int64(Entry.longestNote))
        self.time = time ?? entry.localTime
        self.seenTime = seenTime ?? entry.localTime
        made = entry.ownTime?.text
        self.timeProblem = timeProblem
    }
}

extension Entry {
    /// `2026-11-21T18:20:05` in its device's local time; nil for a void.
    fileprivate var localTime: String? { ownTime.map { String($0.text.prefix(19)) } }
}
