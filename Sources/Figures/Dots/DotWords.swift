// The localised texts for the names of dots.

/// The words after the day in the name of its dot, in plain text.
public struct DotWords: Sendable, Hashable {
    /// For a day that is done.
    public let done: String
    /// With `%@` for the percentage.
    public let partial: String
    /// For a day that is over, on which nothing was done.
    public let missed: String
    /// For a day that is still to come.
    public let future: String
    /// For today, until it is done.
    public let open: String
    /// For today, before the word for its state.
    public let today: String
    /// For a day with a note.
    public let note: String
    /// Separates the words.
    public let separator: String

    /// - Parameters:
    ///   - partial: With `%@` for the percentage.
    ///   - separator: Between the day's name and each of the words.
    public init(
        done: String, partial: String, missed: String, future: String, open: String, today: String,
        note: String, separator: String = ", "
    ) {
        self.done = done
        self.partial = partial
        self.missed = missed
        self.future = future
        self.open = open
        self.today = today
        self.note = note
        self.separator = separator
    }
}
