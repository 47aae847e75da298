// Lists of numbers as arguments of SQL statements.

extension Sequence where Element: BinaryInteger {
    /// The numbers as a JSON array, for SQLite's `json_each`: a statement has one
    /// argument, however many there are, and can be cached.
    var jsonArray: String { "[" + map { String($0) }.joined(separator: ",") + "]" }
}
