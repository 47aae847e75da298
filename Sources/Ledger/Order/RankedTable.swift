// What has an order: the lists of counters and of goals.

/// A table whose rows are ordered within a book.
enum RankedTable: String {
    case counter, goal

    /// Null in the rows that are in the list.
    var hidden: String { self == .counter ? "deletedAt" : "removedAt" }
    var owner: Field.Owner { self == .counter ? .counter : .goal }
}

/// A row of such a table.
protocol Ranked {
    var row: Int64 { get }
    var rank: Int64 { get }
}
