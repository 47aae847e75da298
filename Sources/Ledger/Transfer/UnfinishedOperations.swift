// What becomes of an operation that takes several commits, if the process was killed between them and nobody went on with it.

import Foundation
import GRDB

extension Ledger {
    /// Settles what was broken off a day ago: an import is taken back as a whole, because its file is gone by now, and an undo
    /// is completed. What a later import may have built on stays, and can be undone by hand.
    func settleUnfinished(now: Moment) async throws {
        var generator = SystemRandomNumberGenerator()
        while let broken = try read({ try $0.brokenOff(before: now) }) {
            try Task.checkCancellation()
            guard try !read({ try $0.isBuiltOn(broken) }) else {
                try await queue.commit { try $0.breakOff(broken.id, in: broken.book) }
                continue
            }
            let undo = broken.undo ?? Undo(operation: broken.id)
            let operation = Operation(
                id: broken.undo == nil ? OperationID(at: now, using: &generator) : broken.id,
                mayBeRepeated: true, change: Change(undo), madeAt: now, zoneOffset: 0)
            do {
                _ = try await finish(operation, nil, now: now, Self.limitsOfSettling) { database in
                    guard let device = try database.actingDevice(broken.device, of: broken.book, at: now)
                    else {
                        throw Refusal.unknownDevice
                    }
                    return device
                }
            } catch is Refusal {
                // It stays as it is, and can still be undone by hand.
                try await queue.commit { try $0.breakOff(broken.id, in: broken.book) }
            }
        }
    }

    private static var limitsOfSettling: Limits {
        var limits = Limits()
        limits.entriesReplayed = Limits.standard.entriesReplayed
        limits.entriesAtOnce = Limits.standard.entriesAtOnce
        return limits
    }
}

/// An operation of which a part is written.
private struct BrokenOff: Sendable {
    let book: BookID
    let id: OperationID
    let device: Device.ID
    /// Nil for an import.
    let undo: Undo?
}

extension Database {
    fileprivate func brokenOff(before now: Moment) throws -> BrokenOff? {
        let rows = try rows(
            """
            SELECT book, id, device FROM operation
            WHERE forgetAt < ? AND kind IN ('\(ImportArchive.kind)', '\(ImportGoals.kind)', '\(Undo.kind)') AND refusal IS NULL
            """, [now.milliseconds])
        while let row = try rows.next() {
            let book: BookID = row[0], id = OperationID(row[1] as Data), device: Device.ID = row[2]
            guard let change = try unfinishedChange(of: id, in: book) else { continue }
            return BrokenOff(book: book, id: id, device: device, undo: change as? Undo)
        }
        return nil
    }

    /// Whether something was imported after an import: the same file once more, perhaps, of which that took only the rest.
    fileprivate func isBuiltOn(_ broken: BrokenOff) throws -> Bool {
        try broken.undo == nil
            && exists(
                """
                SELECT 1 FROM operation WHERE book = ? AND id > ? AND refusal IS NULL
                    AND kind IN ('\(ImportArchive.kind)', '\(ImportGoals.kind)') LIMIT 1
                """, [broken.book, broken.id.data])
    }

    /// An operation that has more to write leaves that.
    func breakOff(_ operation: OperationID, in book: BookID) throws {
        guard var change = try unfinishedChange(of: operation, in: book) else { return }
        change.isUnfinished = false
        try run(
            "UPDATE operation SET change = ?, forgetAt = NULL WHERE book = ? AND id = ?",
            [change.json, book, operation.data])
    }
}
