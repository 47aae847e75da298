// Changes that replace a counter's fields: title, colour, style, step, collapsed.
// For each field separately, the change with the latest device time wins.

import GRDB

/// Sets the counter's title.
struct Rename: ReplacingChangeKind {
    static let kind = "rename"
    static let hasTypedText = true
    let counter: Name
    let title: String
    var replacing: OperationID?
    var subject: NamedSubject? { .counter(counter) }

    func perform(in context: WriteContext) throws -> Outcome {
        // An undo restores a title that was already validated when it was entered.
        let title = replacing == nil ? try Counter.title(from: title) : title
        return try context.replace(
            .title, \.title, of: counter, with: title, replacing: replacing,
            put: { try ($0 as? Rename).map { try Counter.title(from: $0.title) } }
        ) {
            Rename(counter: counter, title: $0, replacing: context.operation)
        }
    }
}

/// Sets the counter's colour.
struct Recolor: ReplacingChangeKind {
    static let kind = "recolor"
    /// The highest index. A multiple of the sequence's length comes after it.
    static let last = Int(Int32.max)
    let counter: Name
    /// An index into the scheme's sequence, from 0.
    let color: Int
    var replacing: OperationID?

    func perform(in context: WriteContext) throws -> Outcome {
        guard (0...Self.last).contains(color) else { throw Refusal.numberIsOutOfRange }
        return try context.replace(
            .color, \.color, of: counter, with: color, replacing: replacing,
            put: { ($0 as? Recolor)?.color }
        ) {
            Recolor(counter: counter, color: $0, replacing: context.operation)
        }
    }
}

/// Sets the style of the counter's marks.
struct Restyle: ReplacingChangeKind {
    static let kind = "restyle"
    let counter: Name
    let style: Counter.Style
    var replacing: OperationID?

    func perform(in context: WriteContext) throws -> Outcome {
        try context.replace(
            .style, \.style.rawValue, of: counter, with: style.rawValue, replacing: replacing,
            put: { ($0 as? Restyle)?.style.rawValue }
        ) {
            Restyle(counter: counter, style: Counter.Style($0), replacing: context.operation)
        }
    }
}

/// Sets the step, 1 to ``Counter/largestStep``.
struct SetStep: ReplacingChangeKind {
    static let kind = "setStep"
    let counter: Name
    let step: Int64
    var replacing: OperationID?

    func perform(in context: WriteContext) throws -> Outcome {
        guard (1...Counter.largestStep).contains(step) else { throw Refusal.numberIsOutOfRange }
        return try context.replace(
            .step, \.step, of: counter, with: step, replacing: replacing, put: { ($0 as? SetStep)?.step }
        ) {
            SetStep(counter: counter, step: $0, replacing: context.operation)
        }
    }
}

/// Collapses or expands the counter's card.
struct Collapse: ReplacingChangeKind {
    static let kind = "collapse"
    let counter: Name
    let collapsed: Bool
    var replacing: OperationID?

    func perform(in context: WriteContext) throws -> Outcome {
        try context.replace(
            .isCollapsed, \.isCollapsed, of: counter, with: collapsed, replacing: replacing,
            put: { ($0 as? Collapse)?.collapsed }
        ) {
            Collapse(counter: counter, collapsed: $0, replacing: context.operation)
        }
    }
}

/// Collapses or expands all counters; an inverse affects only those the original changed.
struct CollapseAll: ReplacingChangeKind {
    static let kind = "collapseAll"
    let collapsed: Bool
    var among: [Int64]?
    var replacing: OperationID?

    var isInverse: Bool { among != nil || replacing != nil }

    func perform(in context: WriteContext) throws -> Outcome {
        var changed: [Int64] = []
        for counter in try context.standingCounters()
        where among?.contains(counter.number) ?? true {
            // Also claimed for counters already in this state, so that an earlier
            // change arriving later does not flip them.
            let field = Field.counter(counter.row, CounterColumn.isCollapsed.rawValue)
            let isClaimed = try context.claims(
                field, replacing: replacing,
                where: { ($0 as? CollapseAll)?.collapsed == counter.isCollapsed })
            guard isClaimed, counter.isCollapsed != collapsed else { continue }
            try context.set(.isCollapsed, of: counter, to: collapsed)
            changed.append(counter.number)
        }
        return Outcome(
            subject: .book,
            inverse: changed.isEmpty
                ? nil : CollapseAll(collapsed: !collapsed, among: changed, replacing: context.operation))
    }
}

/// The columns that are replaced without further logic.
enum CounterColumn: String { case title, color, style, step, isCollapsed }

extension WriteContext {
    /// Replaces a field of the counter if this operation is the later one.
    ///
    /// - Parameters:
    ///   - put: The value that a change of this kind sets; nil for a change of another kind.
    ///   - inverse: Makes the change that restores the previous value.
    fileprivate func replace<Value: DatabaseValueConvertible & Equatable>(
        _ column: CounterColumn, _ field: KeyPath<CounterRow, Value>, of name: Name, with value: Value,
        replacing replaced: OperationID?, put: (any ChangeKind) throws -> Value?,
        inverse: (Value) -> any ChangeKind
    ) throws -> Outcome {
        let counter = try counter(name)
        let stands = try claim(
            .counter(counter.row, column.rawValue), replacing: replaced,
            where: { try put($0) == counter[keyPath: field] })
        guard stands else {
            // The device shows its own value until it is told of the later one.
            try touch(counter)
            return Outcome(subject: .counter(counter))
        }
        try set(column, of: counter, to: value)
        let changed = try database.counterRow(counter.name, in: book) ?? counter
        return Outcome(subject: .counter(changed), inverse: inverse(counter[keyPath: field]))
    }

    func set(_ column: CounterColumn, of counter: CounterRow, to value: some DatabaseValueConvertible) throws
    {
        try database.run(
            "UPDATE counter SET \(column.rawValue) = ?, revision = ? WHERE id = ?",
            [value, revision, counter.row])
    }

    /// The counters that are not in the trash.
    fileprivate func standingCounters() throws -> [CounterRow] {
        let rows = try database.rows(
            """
            SELECT \(CounterRow.columns) FROM counter
            WHERE book = ? AND deletedAt IS NULL ORDER BY rank
            """,
            [book])
        var counters: [CounterRow] = []
        while let row = try rows.next() { counters.append(CounterRow(row)) }
        return counters
    }
}

extension Change {
    /// - Parameter title: As it was typed; refused if ``Counter/title(from:)`` refuses it.
    public static func rename(_ counter: some Naming, title: String) -> Change {
        Change(Rename(counter: counter.name, title: title))
    }
    /// - Parameter color: An index into the colour scheme's sequence, which repeats; 0 to 2³¹−1.
    public static func recolor(_ counter: some Naming, color: Int) -> Change {
        Change(Recolor(counter: counter.name, color: color))
    }
    /// Sets how the counter's marks are drawn.
    public static func restyle(_ counter: some Naming, _ style: Counter.Style) -> Change {
        Change(Restyle(counter: counter.name, style: style))
    }
    /// - Parameter step: 1 to ``Counter/largestStep``; any other is refused
    ///   (``Refusal/numberIsOutOfRange``).
    public static func setStep(_ counter: some Naming, step: Int64) -> Change {
        Change(SetStep(counter: counter.name, step: step))
    }
    /// Collapses or expands the counter's card, on all devices of the account.
    public static func collapse(_ counter: some Naming, isCollapsed: Bool) -> Change {
        Change(Collapse(counter: counter.name, collapsed: isCollapsed))
    }
    /// Collapses or expands the cards of all counters in the list; its undo, only those that it changed.
    public static func collapseAll(isCollapsed: Bool) -> Change {
        Change(CollapseAll(collapsed: isCollapsed))
    }
}
