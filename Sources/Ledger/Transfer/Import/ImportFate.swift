/// What becomes of a counter or a goal of a file.
public enum ImportFate: Sendable, Hashable {
    /// It does not exist yet.
    case isNew
    /// It exists, and gets entries, days or notes.
    case grows
    /// It is in the trash, or its import was undone, and is restored.
    case isRestored
    /// All of it already exists.
    case staysAsItIs
    /// The book has reached its maximum number of counters or goals.
    case isLeftOut
}
