// Which of two changes of a field is the later one: the one whose user acted last.

import Foundation
import GRDB

/// Who wrote a field last; the write with the later device time wins.
struct FieldVersion: Sendable, Hashable {
    let changedAt: Moment
    let changedBy: OperationID
}

/// A field that changes replace.
struct Field {
    /// What the field belongs to.
    enum Owner: String { case counter, goal, book, note, time }

    let owner: Owner
    /// The owner's row; for a note or a time, the counter's.
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
    /// By how much the times of two changes that are received together may differ from their order, in milliseconds.
    private static let clocksDiffer: Int64 = 60_000

    var version: FieldVersion { FieldVersion(changedAt: madeAt, changedBy: operation) }

    /// Who wrote the field last; nil if it has not changed since it was created.
    func version(of field: Field) throws -> FieldVersion? {
        try database.first(
            "SELECT changedAt, changedBy FROM fieldVersion WHERE book = ? AND owner = ? AND row = ? AND field = ?",
            [book, field.owner.rawValue, field.row, field.name]
        ) { FieldVersion(changedAt: Moment(milliseconds: $0[0]), changedBy: OperationID($0[1] as Data)) }
    }

    /// Whether this operation is later than another one: by device time, and
    /// within the same millisecond by their ids, so that all devices agree. Operations of one
    /// device keep the order in which they arrive: the ids that the server gives to plain
    /// forms are in no order with a script's.
    ///
    /// What was written by a server clock that was ahead, and was put right since, is earlier than everything that follows.
    func isLater(than other: FieldVersion) throws -> Bool {
        guard other.changedAt.milliseconds - now.milliseconds < Self.clocksDiffer else { return true }
        guard other.changedAt == madeAt else { return other.changedAt < madeAt }
        let device: Device.ID? = try database.first(
            "SELECT device FROM operation WHERE book = ? AND id = ?", [book, other.changedBy.data]
        ) { $0[0] }
        return device == self.device || other.changedBy < operation
    }

    /// Claims the only field of a change for this operation if it is the later one. Parameters as for ``claims(_:replacing:where:)``.
    ///
    /// - Returns: Whether the field now belongs to this operation.
    /// - Throws: For an inverse, ``Refusal/cannotBeUndone`` if the field has another value by now.
    func claim(
        _ field: Field, replacing replaced: OperationID? = nil,
        where stands: (any ChangeKind) throws -> Bool = { _ in false }
    ) throws -> Bool {
        let isClaimed = try claims(field, replacing: replaced, where: stands)
        guard isClaimed || replaced == nil else { throw Refusal.cannotBeUndone }
        return isClaimed
    }

    /// Claims one of a change's fields for this operation.
    ///
    /// - Parameters:
    ///   - replaced: For an inverse, the operation that it undoes.
    ///   - stands: Whether that operation's value is the current one, also if
    ///     somebody has replaced it since and undone that.
    /// - Returns: Whether the field now belongs to this operation: a change has to be the later one, and an inverse leaves
    ///   a field alone that has another value by now.
    func claims(
        _ field: Field, replacing replaced: OperationID?, where stands: (any ChangeKind) throws -> Bool
    ) throws -> Bool {
        let current = try version(of: field)
        var own = version
        if let replaced {
            guard let current else { return false }
            if current.changedBy != replaced {
                guard let before = try carriedOut(by: replaced), try stands(before) else { return false }
            }
            // An undo comes after what it undoes, whatever the clocks say.
            own = FieldVersion(changedAt: max(current.changedAt, madeAt), changedBy: operation)
        } else if let current, try !isLater(than: current) {
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
