// Divides goals into files that can be imported again: a goal with many notes may be in several, with some of its days in
// each.

import GRDB

/// A goal for a file, or some of its days.
public struct GoalPiece: Sendable, Hashable {
    /// Of its days, those to write, whether or not they are within its first and last day; nil: all of them.
    let days: Range<Int>?
    /// In the list, from 1 on.
    public let place: Int
    fileprivate let row: Int64
    /// About how many rows are read for it.
    fileprivate let rows: Int
}

extension Ledger {
    /// The goals of one of several files, in list order.
    ///
    /// - Parameter part: From 1 to ``ExportOffer/goalParts``.
    /// - Throws: ``Refusal/noSuchGoal`` if there is no such part.
    public func goalPieces(of account: AccountID, part: Int) throws -> [GoalPiece] {
        try read { database in
            // The client may send any number: do no arithmetic before it is known to be a part.
            let parts = try database.goalParts(of: account)
            guard part > 0, part <= parts.count, !parts[part - 1].isEmpty else { throw Refusal.noSuchGoal }
            return parts[part - 1]
        }
    }

    /// A goal with the days of a piece; nil if it is gone meanwhile.
    ///
    /// - Parameter most: The most rows to read.
    /// - Throws: ``TooMuchToRead``.
    public func state(of piece: GoalPiece, of account: AccountID, most: Int) throws -> BookChanges.GoalState?
    {
        guard piece.rows <= most else { throw TooMuchToRead() }
        return try readTogether { database in
            try database.states(
                of: [ChangedGoal(changed: 0, number: 0, row: piece.row, isWhole: true)], in: account
            ).first.map { $0.cut(to: piece.days) }
        }
    }
}

extension BookChanges.GoalState {
    fileprivate func cut(to days: Range<Int>?) -> Self {
        guard let days else { return self }
        return BookChanges.GoalState(
            goal: goal, origin: origin, done: done?.filter { days.contains($0.number) },
            reached: reached.filter { days.contains($0.number) },
            notes: notes?.filter { days.contains($0.key.number) })
    }
}

extension Database {
    /// Divides a book's goals into files of limited length, splitting goals if necessary. At least one file.
    func goalParts(of book: BookID) throws -> [[GoalPiece]] {
        let rows = try rows(
            """
            SELECT id, 2 * LENGTH(CAST(name AS BLOB))
                    + COALESCE((SELECT 2 * LENGTH(CAST(title AS BLOB)) FROM counter WHERE id = goal.counter), 0),
                (SELECT COUNT(*) FROM goalDay WHERE goal = goal.id),
                (SELECT COUNT(*) FROM dayNote WHERE goal = goal.id),
                COALESCE((SELECT SUM(2 * LENGTH(CAST(text AS BLOB))) FROM dayNote WHERE goal = goal.id), 0),
                COALESCE((SELECT MIN(entries, lastDay - firstDay + 1) FROM counter WHERE id = goal.counter), 0),
                COALESCE((SELECT entries FROM counter WHERE id = goal.counter), 0)
            FROM goal WHERE book = ? AND removedAt IS NULL ORDER BY rank, id
            """, [book])
        var parts: [[GoalPiece]] = [[]], room = Archive.bytesInPart, place = 0
        while let row = try rows.next() {
            place += 1
            let id: Int64 = row[0], name: Int = row[1], days: Int = row[2], notes: Int = row[3]
            let texts: Int = row[4], reached: Int = row[5], entries: Int = row[6]
            let head = GoalsArchive.bytesOfGoal + name
            let bytes = head + GoalsArchive.bytesOfDay * (days + notes + reached) + texts
            let rowsRead = days + reached + entries
            let ranges =
                bytes <= Archive.bytesInPart
                ? [nil] : try ranges(ofDaysOf: id, room: Archive.bytesInPart - head)
            for days in ranges {
                // A goal that is split has files of its own.
                if parts.last?.isEmpty == false, days != nil || room < bytes {
                    parts.append([])
                    room = Archive.bytesInPart
                }
                parts[parts.count - 1].append(
                    GoalPiece(days: days, place: place, row: id, rows: rowsRead))
                room -= days == nil ? bytes : Archive.bytesInPart
            }
        }
        return parts
    }

    /// The days of a goal that is too long for one file, in ranges that are not. A day without a row may be one that a counter
    /// completed.
    private func ranges(ofDaysOf goal: Int64, room: Int) throws -> [Range<Int>?] {
        let rows = try rows(
            """
            SELECT goalDay.day, COALESCE(2 * LENGTH(CAST(text AS BLOB)), 0) FROM goalDay
            LEFT JOIN dayNote ON dayNote.goal = goalDay.goal AND dayNote.day = goalDay.day
            WHERE goalDay.goal = ? ORDER BY goalDay.day
            """, [goal])
        var ranges: [Range<Int>?] = [], first = Int.min,
            left = room - GoalsArchive.bytesOfDay * Goal.longestRange
        while let row = try rows.next() {
            let day: Int = row[0], text: Int = row[1]
            let bytes = 2 * GoalsArchive.bytesOfDay + text
            if left < bytes, day > first {
                ranges.append(first..<day)
                first = day
                left = room - GoalsArchive.bytesOfDay * Goal.longestRange
            }
            left -= bytes
        }
        return ranges + [first..<Int.max]
    }
}
