// What a change works with: the tables, and the circumstances of its operation.
// It runs in the writer's transaction. What it does to counters, entries, goals
// and settings is beside the features.

import Foundation
import GRDB

/// One operation's circumstances, and the tables.
struct WriteContext {
    let database: Database
    let book: BookID
    /// The book's, with this operation.
    let revision: Int64
    let operation: OperationID
    let device: Device.ID
    /// On the device, and never later than ``now``.
    let madeAt: Moment
    /// Minutes east of UTC on the device.
    let zoneOffset: Int
    /// When the server got it.
    let now: Moment
    let limits: Limits
    let replays: Replays
}

/// Who wrote a field last: of two, the later one on their device stays.
struct FieldVersion: Sendable, Hashable {
    let changedAt: Moment
    let changedBy: OperationID
}

/// Something that is simply replaced when it changes.
struct Field {
    /// What has the field.
    enum Owner: String { case counter, goal, book, note, time }

    let owner: Owner
    /// The owner's row; of a note or a time, the counter's.
    let row: Int64
    let name: String

    static func counter(_ row: Int64, _ name: String) -> Field {
        Field(owner: .counter, row: row, name: name)
    }
    static func goal(_ row: Int64, _ name: String) -> Field { Field(owner: .goal, row: row, name: name) }
    static func book(_ book: BookID, _ name: String) -> Field { Field(owner: .book, row: book, name: name) }
    static func entry(_ owner: Owner, _ number: Entry.Number, of counter: Int64) -> Field {
        Field(owner: owner, row: counter, name: String(number))
    }
}

extension WriteContext {
    var version: FieldVersion { FieldVersion(changedAt: madeAt, changedBy: operation) }

    /// Who wrote the field last; nil where nobody has since it was made.
    func version(of field: Field) throws -> FieldVersion? {
        try database.first(
            "SELECT changedAt, changedBy FROM fieldVersion WHERE book = ? AND owner = ? AND row = ? AND field = ?",
            [book, field.owner.rawValue, field.row, field.name]
        ) { FieldVersion(changedAt: Moment(milliseconds: $0[0]), changedBy: OperationID($0[1] as Data)) }
    }

    /// Whether this operation's word comes after another one: by the time on
    /// their devices, and of two at the same millisecond by the order of the
    /// device that made both, or else by their ids.
    func isLater(than other: FieldVersion) throws -> Bool {
        guard other.changedAt == madeAt else { return other.changedAt < madeAt }
        let device: Device.ID? = try database.first(
            "SELECT device FROM operation WHERE book = ? AND id = ?", [book, other.changedBy.data]
        ) { $0[0] }
        return device == self.device || other.changedBy < operation
    }

    /// Takes the field for this operation, if its word is the later one.
    ///
    /// - Parameters:
    ///   - replaced: Of an inverse, the operation whose word it takes back.
    ///   - stands: Whether what that operation carried out is what stands now: also where
    ///     somebody has replaced it since, and taken that back.
    /// - Returns: Whether the field is this operation's now.
    /// - Throws: ``Refusal/cannotBeUndone`` where something else stands by now.
    func claim(
        _ field: Field, replacing replaced: OperationID? = nil,
        where stands: (any ChangeKind) throws -> Bool = { _ in false }
    ) throws -> Bool {
        let standing = try version(of: field)
        var own = version
        if let replaced {
            guard let standing else { throw Refusal.cannotBeUndone }
            if standing.changedBy != replaced {
                guard let before = try carriedOut(by: replaced), try stands(before) else {
                    throw Refusal.cannotBeUndone
                }
            }
            // What takes a word back comes after it, whatever the clocks say.
            own = FieldVersion(changedAt: max(standing.changedAt, madeAt), changedBy: operation)
        } else if let standing, try !isLater(than: standing) {
            return false
        }
        try database.run(
            """
            INSERT INTO fieldVersion (book, owner, row, field, changedAt, changedBy) VALUES (?1, ?2, ?3, ?4, ?5, ?6)
            ON CONFLICT DO UPDATE SET changedAt = ?5, changedBy = ?6
            """,
            [
                book, field.owner.rawValue, field.row, field.name, own.changedAt.milliseconds,
                own.changedBy.data,
            ])
        return true
    }
}
