// Reads what is exported, piece by piece: an export holds no lock and no long
// transaction, and is still a consistent snapshot, since entries are only ever
// appended and each piece knows its last one.

import Foundation
import GRDB

/// The contents of one file.
public struct Export: Sendable {
    /// A counter without its entries, and the range of entries for the file.
    public struct Piece: Sendable {
        /// Everything but the entries, of which there may be very many.
        public let counter: ArchivedCounter
        /// The count after the last of the entries.
        public let count: Int64
        /// The counter's row.
        let id: Int64
        let entries: Range<Entry.Number>
    }

    /// In list order; empty if the account has no counters.
    public let pieces: [Piece]
}

/// What an account can export.
public struct ExportOffer: Sendable {
    /// Whether there are counters outside of the trash.
    public let hasCounters: Bool
    /// Whether there are goals, archived or not.
    public let hasGoals: Bool
    /// The number of files needed to export every counter in files that can be imported again.
    public let parts: Int
    /// The same for every goal.
    public let goalParts: Int

    /// - Parameters:
    ///   - parts: At least 1.
    ///   - goalParts: At least 1.
    public init(hasCounters: Bool, hasGoals: Bool, parts: Int = 1, goalParts: Int = 1) {
        self.hasCounters = hasCounters
        self.hasGoals = hasGoals
        self.parts = parts
        self.goalParts = goalParts
    }
}

extension Ledger {
    /// The account's counters that are not deleted, in list order.
    ///
    /// - Parameters:
    ///   - counter: The only counter to export; nil: all.
    ///   - part: From 1 to ``ExportOffer/parts``; nil: everything in one file, however large. Only a part takes a look at
    ///     the notes before it and in it.
    /// - Throws: ``Refusal/noSuchCounter``, also if there is no such part.
    public func export(of account: AccountID, counter: Counter.ID? = nil, part: Int? = nil) throws -> Export {
        try read { database in
            let all = try Self.pieces(of: account, counter: counter, in: database)
            guard counter == nil || !all.isEmpty else { throw Refusal.noSuchCounter }
            guard let part else { return Export(pieces: all) }
            // The client may send any number: do no arithmetic before it is known to be a part.
            guard part > 0, case let parts = try Self.parted(all, upTo: part, in: database),
                part <= parts.count
            else { throw Refusal.noSuchCounter }
            return Export(pieces: try parts[part - 1].map { try $0.completed(in: database) })
        }
    }

    /// What the account can export. Reads the lengths of all its notes.
    public func exportOffer(of account: AccountID) throws -> ExportOffer {
        try read { database in
            let all = try Self.pieces(of: account, counter: nil, in: database)
            return ExportOffer(
                hasCounters: !all.isEmpty,
                hasGoals: try database.exists(
                    "SELECT 1 FROM goal WHERE book = ? AND removedAt IS NULL LIMIT 1", [account]),
                parts: try Self.parted(all, upTo: .max, in: database).count,
                goalParts: try database.goalParts(of: account).count)
        }
    }

    private static func pieces(
        of account: AccountID, counter: Counter.ID?, in database: Database
    ) throws -> [Export.Piece] {
        let rows = try database.rows(
            """
            SELECT id, origin, title, color, style, step, isCollapsed, createdAt, count, entries
            FROM counter WHERE book = ?1 AND deletedAt IS NULL AND (?2 IS NULL OR number = ?2)
            ORDER BY rank, id
            """,
            [account, counter])
        var pieces: [Export.Piece] = []
        while let row = try rows.next() { pieces.append(Export.Piece(row)) }
        return pieces
    }

    /// Divides the counters into files of limited length, splitting counters if necessary.
    ///
    /// - Parameter last: The last part that is wanted: those after it are left out.
    private static func parted(
        _ pieces: [Export.Piece], upTo last: Int, in database: Database
    ) throws -> [[Export.Piece]] {
        var parts: [[Export.Piece]] = [[]]
        var room = Archive.bytesInPart
        for piece in pieces {
            var notes = try WrittenNotes(of: piece.id, in: database)
            var first = piece.entries.lowerBound
            repeat {
                let begins = piece.bytes + piece.bytesOfEntry + notes.bytes(at: first)
                if room < begins, parts.last?.isEmpty == false {
                    guard parts.count < last else { return parts }
                    parts.append([])
                    room = Archive.bytesInPart
                }
                room -= piece.bytes
                var end = first
                while end < piece.entries.upperBound {
                    // Without a look at each: hardly any has a note.
                    let plain = min(
                        min(notes.next ?? .max, piece.entries.upperBound) - end,
                        Int64(max(0, room) / piece.bytesOfEntry))
                    end += plain
                    room -= Int(plain) * piece.bytesOfEntry
                    guard end == notes.next, end < piece.entries.upperBound else { break }
                    let bytes = piece.bytesOfEntry + notes.bytes(at: end)
                    guard bytes <= room || end == first else { break }
                    end += 1
                    room -= bytes
                    try notes.step()
                }
                parts[parts.count - 1].append(piece.cut(to: first..<end))
                first = end
            } while first < piece.entries.upperBound
        }
        return parts
    }

    /// The next entries of a piece, in order.
    ///
    /// - Parameters:
    ///   - skipped: The number of the piece's entries read before.
    ///   - limit: The maximum number of entries; fewer are returned if their notes are long. The result is
    ///     empty once all were read.
    public func entries(of piece: Export.Piece, after skipped: Int, limit: Int) throws -> [ArchivedEntry] {
        let first = piece.entries.lowerBound + Int64(skipped)
        guard first < piece.entries.upperBound else { return [] }
        return try read { database in
            let rows = try database.rows(
                """
                SELECT entry.operation, entry.kind, entry.delta, entry.count, entry.madeAt,
                       entry.zoneOffset, voided.operation, note.text
                FROM entry
                LEFT JOIN entry AS voided ON voided.counter = entry.counter AND voided.number = entry.voids
                LEFT JOIN note ON note.counter = entry.counter AND note.number = entry.number
                WHERE entry.counter = ? AND entry.number >= ? AND entry.number < ?
                ORDER BY entry.number
                """,
                [piece.id, first, min(piece.entries.upperBound, first + Int64(limit))])
            var entries: [ArchivedEntry] = []
            var words = 0
            while words < Entry.noteBytesAtOnce, let row = try rows.next() {
                let entry = ArchivedEntry(row)
                words += entry.note.utf8.count
                entries.append(entry)
            }
            return entries
        }
    }
}

extension Export.Piece {
    fileprivate init(_ row: RowValues) {
        counter = ArchivedCounter(
            origin: OperationID(row[1] as Data), title: row[2], color: row[3],
            style: Counter.Style(row[4]), step: row[5], isCollapsed: row[6],
            createdAt: Moment(milliseconds: row[7]), countBefore: nil)
        count = row[8]
        id = row[0]
        entries = 1..<(row[9] as Int64) + 1
    }

    private init(_ counter: ArchivedCounter, count: Int64, id: Int64, entries: Range<Entry.Number>) {
        self.counter = counter
        self.count = count
        self.id = id
        self.entries = entries
    }

    fileprivate func cut(to entries: Range<Entry.Number>) -> Export.Piece {
        Export.Piece(counter, count: count, id: id, entries: entries)
    }

    /// The piece with the counts before and after its entries.
    fileprivate func completed(in database: Database) throws -> Export.Piece {
        func count(with number: Entry.Number) throws -> Int64 {
            try database.first(
                "SELECT count FROM entry WHERE counter = ? AND number = ?", [id, number]
            ) { $0[0] } ?? 0
        }
        let counter = ArchivedCounter(
            origin: counter.origin, title: counter.title, color: counter.color, style: counter.style,
            step: counter.step, isCollapsed: counter.isCollapsed, createdAt: counter.createdAt,
            countBefore: entries.lowerBound > 1 ? try count(with: entries.lowerBound - 1) : nil)
        return Export.Piece(
            counter, count: try count(with: entries.upperBound - 1), id: id, entries: entries)
    }
}

extension ArchivedEntry {
    fileprivate init(_ row: RowValues) {
        self.init(
            id: OperationID(row[0] as Data), kind: Entry.Kind(rawValue: row[1]) ?? .increment, delta: row[2],
            count: row[3], madeAt: Moment(milliseconds: row[4]), zoneOffset: row[5],
            voids: (row[6] as Data?).map { OperationID($0) }, note: row[7] ?? "")
    }
}

extension OperationID {
    /// From its database representation.
    init(_ data: Data) { self.init(bytes: Array(data)) }
}

extension Export.Piece {
    /// What its line takes in a file at most, in bytes.
    fileprivate var bytes: Int { 400 + titleBytes }
    /// What the line of an entry without a note takes: in CSV each repeats the title.
    fileprivate var bytesOfEntry: Int { Archive.bytesOfEntry + titleBytes }
    /// Each byte may be one that is written with another before it.
    private var titleBytes: Int { 2 * counter.title.utf8.count }
}

/// How long a counter's notes are as files have them, one after the other.
private struct WrittenNotes {
    private let rows: FastDatabaseValueCursor<RowValues>
    /// The entry of the next note; nil after the last.
    private(set) var next: Entry.Number?
    private var bytes = 0

    init(of counter: Int64, in database: Database) throws {
        // Each byte may be one that is written with another before it.
        rows = try database.rows(
            "SELECT number, 2 * LENGTH(CAST(text AS BLOB)) FROM note WHERE counter = ? ORDER BY number",
            [counter])
        try step()
    }

    mutating func step() throws {
        let row = try rows.next()
        next = row?[0]
        bytes = row?[1] ?? 0
    }

    /// What an entry's note takes, up to the next one that has any.
    func bytes(at entry: Entry.Number) -> Int { entry == next ? bytes : 0 }
}
