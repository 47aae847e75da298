// When an account's days and weeks begin: settings of its book, shared by all devices.

import GRDB

/// Sets the hour at which days begin, 0 to 23.
struct SetDayStart: ReplacingChangeKind {
    static let kind = "setDayStart"
    let hour: Int
    var replacing: OperationID?

    func perform(in context: WriteContext) throws -> Outcome {
        guard DayStart(hour: hour) != nil else { throw Refusal.numberIsOutOfRange }
        return try context.replace(
            "dayStart", with: hour, replacing: replacing, put: { ($0 as? SetDayStart).map { $0.hour } }
        ) {
            SetDayStart(hour: $0 ?? 0, replacing: context.operation)
        }
    }
}

/// Sets the first day of the week; 0 is Monday, nil the default of the reader's language.
struct SetWeekStart: ReplacingChangeKind {
    static let kind = "setWeekStart"
    let weekday: Int?
    var replacing: OperationID?

    func perform(in context: WriteContext) throws -> Outcome {
        guard weekday.map({ Weekday(rawValue: $0) != nil }) ?? true else { throw Refusal.numberIsOutOfRange }
        return try context.replace(
            "weekStart", with: weekday, replacing: replacing,
            put: { ($0 as? SetWeekStart).map { $0.weekday } }
        ) {
            SetWeekStart(weekday: $0, replacing: context.operation)
        }
    }
}

extension WriteContext {
    /// - Parameters:
    ///   - column: A column of the account.
    ///   - put: The value that a change of this kind sets; nil for a change of another kind.
    fileprivate func replace(
        _ column: String, with value: Int?, replacing: OperationID?, put: (any ChangeKind) -> Int??,
        inverse: (Int?) -> any ChangeKind
    ) throws -> Outcome {
        let before: Int? =
            try database.first("SELECT \(column) FROM account WHERE id = ?", [book]) {
                $0[0] as Int?
            } ?? nil
        let stands = try claim(
            .book(book, column), replacing: replacing,
            where: { change in put(change).map { $0 == before } ?? false })
        guard stands else { return Outcome(subject: .book) }
        try database.run("UPDATE account SET \(column) = ? WHERE id = ?", [value, book])
        return Outcome(subject: .book, inverse: inverse(before))
    }
}

extension Change {
    /// - Parameter hour: 0 to 23; any other is refused (``Refusal/numberIsOutOfRange``).
    public static func setDayStart(hour: Int) -> Change { Change(SetDayStart(hour: hour)) }
    /// - Parameter weekday: Nil: the default of the reader's language.
    public static func setWeekStart(_ weekday: Weekday?) -> Change {
        Change(SetWeekStart(weekday: weekday?.rawValue))
    }
}
