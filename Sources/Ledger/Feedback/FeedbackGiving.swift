// Stores feedback, idempotently and rate-limited. Needs no account and creates none.

import Foundation
import GRDB

extension Ledger {
    /// Stores the feedback once. Returns when it is on disk.
    ///
    /// - Parameters:
    ///   - id: The form's own id. Sending the same feedback with it again changes nothing.
    ///   - address: The sender's address; it is not stored with the feedback.
    ///   - mostPerDay: The daily limit for an address; nil: no limit.
    /// - Throws: ``Refusal/tooMuchFeedback``; ``Refusal/operationIdIsTaken`` if
    ///   the id was used for different content before.
    public func keep(
        _ feedback: Feedback, id: OperationID, origin: FeedbackOrigin, from address: NetworkAddress,
        now: Moment, mostPerDay: Int?
    ) async throws {
        try await queue.commit { database in
            if let before = try database.feedback(id) {
                guard before == feedback else { throw Refusal.operationIdIsTaken }
                return
            }
            if let mostPerDay {
                let given = try database.countFeedback(from: address, at: now)
                guard given <= mostPerDay else { throw Refusal.tooMuchFeedback }
            }
            try database.run(
                """
                INSERT INTO feedback (operation, stars, message, name, email, version, device, language, createdAt)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
                """,
                [
                    id.data, feedback.stars, feedback.message, feedback.name, feedback.email,
                    origin.version, origin.device, origin.language, now.milliseconds,
                ]
            )
        }
    }

    /// Removes feedback permanently.
    ///
    /// - Returns: Whether feedback with this id existed.
    public func removeFeedback(_ id: StoredFeedback.ID) async throws -> Bool {
        try await queue.commit { database in
            try database.run("DELETE FROM feedback WHERE id = ?", [id])
            return database.changesCount > 0
        }
    }
}

extension Database {
    /// The feedback stored under the id before.
    fileprivate func feedback(_ id: OperationID) throws -> Feedback? {
        try first("SELECT \(Feedback.columns) FROM feedback WHERE operation = ?", [id.data]) { Feedback($0) }
    }

    /// - Returns: The number of submissions from the address today, including this one.
    fileprivate func countFeedback(from address: NetworkAddress, at now: Moment) throws -> Int {
        let given: Int? = try first(
            """
            INSERT INTO feedbackSender (address, day, given) VALUES (?, ?, 1)
            ON CONFLICT DO UPDATE SET given = given + 1 RETURNING given
            """,
            [address.keyedHash(in: self), now.dayNumber]
        ) { $0[0] }
        return given ?? 0
    }
}
