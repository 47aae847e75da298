// What a change is about. A receipt tells it by its rows, also once the change itself has left the log.

import GRDB

/// What a change is about, by the names that its device has for it.
enum NamedSubject {
    case counter(Name)
    case entry(Name, of: Name)
    case goal(Name)
}

/// The rows of a subject, as an operation has them.
struct SubjectRows: Equatable {
    var counter: Int64?
    var goal: Int64?
    var entry: Entry.Number?
}

extension Database {
    /// The subject's rows in a book; nil for what is not there.
    func rows(of subject: NamedSubject, in book: BookID) throws -> SubjectRows {
        switch subject {
        case .counter(let name): return SubjectRows(counter: try counterRow(name, in: book)?.row)
        case .goal(let name): return SubjectRows(goal: try goalRow(name, in: book)?.row)
        case .entry(let name, let counter):
            guard let row = try counterRow(counter, in: book)?.row else { return SubjectRows() }
            return SubjectRows(counter: row, entry: try existingEntry(name, of: row, in: book))
        }
    }

    private func existingEntry(_ name: Name, of counter: Int64, in book: BookID) throws -> Entry.Number? {
        do {
            let number = try entryNumber(name, of: counter, in: book)
            let isThere = try exists(
                "SELECT 1 FROM entry WHERE counter = ? AND number = ?", [counter, number])
            return isThere ? number : nil
        } catch Refusal.noSuchEntry {
            return nil
        }
    }
}
