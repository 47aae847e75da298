// What a long migration tells whoever waits for it.

/// How far a migration is.
public enum MigrationProgress: Sendable, Hashable {
    /// It began with one of its steps.
    case began(step: String)
    /// So many of an older version's operations are rewritten.
    case rewrote(operations: Int, of: Int)
}
