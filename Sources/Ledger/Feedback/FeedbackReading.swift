// Reads feedback.

import GRDB

/// Feedback as it was submitted.
public struct StoredFeedback: Sendable, Hashable, Identifiable {
    /// Numbered over all feedback, and never reused.
    public typealias ID = Int64

    /// Its number, by which an operator removes it.
    public let id: ID
    /// What the sender wrote.
    public let feedback: Feedback
    /// What Fivebar added to it.
    public let origin: FeedbackOrigin
    /// When it came, by the server's clock.
    public let createdAt: Moment
}

extension Ledger {
    /// All feedback since a moment (inclusive), newest first.
    public func feedback(since moment: Moment = Moment(milliseconds: 0)) throws -> [StoredFeedback] {
        try read { database in
            let rows = try database.rows(
                """
                SELECT \(Feedback.columns), id, version, device, language, createdAt
                FROM feedback WHERE createdAt >= ? ORDER BY createdAt DESC, id DESC
                """,
                [moment.milliseconds])
            var all: [StoredFeedback] = []
            while let row = try rows.next() { all.append(StoredFeedback(row)) }
            return all
        }
    }
}

extension StoredFeedback {
    fileprivate init(_ row: RowValues) {
        self.init(
            id: row[4], feedback: Feedback(row),
            origin: FeedbackOrigin(version: row[5], device: row[6], language: row[7]),
            createdAt: Moment(milliseconds: row[8])
        )
    }
}

extension Feedback {
    static let columns = "stars, message, name, email"

    /// - Parameter row: A row that begins with the ``columns``.
    init(_ row: RowValues) {
        stars = row[0]
        message = row[1]
        name = row[2]
        email = row[3]
    }
}
