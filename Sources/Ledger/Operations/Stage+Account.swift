// What changes do to the account itself, and how that goes back.

import GRDB

extension Stage {
    /// What of an account is simply replaced: the last writer wins (product.md, Sync).
    enum AccountColumn: String { case dayStart, weekStart }

    /// - Parameter isAllowed: Whether the value is one that the column takes.
    func adjust(_ column: AccountColumn, to value: Int?, isAllowed: Bool = true) throws -> Outcome {
        guard isAllowed else { throw Refusal.numberIsOutOfRange }
        let before = try self.value(of: column)
        try database.run("UPDATE account SET \(column.rawValue) = ? WHERE id = ?", [value, account])
        // It is about no counter.
        return Outcome(counter: 0, count: 0, style: .fractal, before: before)
    }

    /// - Parameter after: What the change that is taken back had left.
    func goBack(_ column: AccountColumn, to before: String?, from after: String?) throws -> Outcome {
        guard try value(of: column) == after else { throw Refusal.cannotBeUndone }
        return try adjust(column, to: before.flatMap { Int($0) })
    }

    /// As the database writes it; nil where nothing is chosen.
    private func value(of column: AccountColumn) throws -> String? {
        try database.first(
            "SELECT CAST(\(column.rawValue) AS TEXT) FROM account WHERE id = ?", [account]
        ) { $0[0] as String? } ?? nil
    }
}
