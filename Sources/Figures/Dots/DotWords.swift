// What the names of dots are made of, in the reader's language.

/// The words that follow a day in the name of its dot, in plain text.
public struct DotWords: Sendable, Hashable {
    public let done: String
    /// With `%@` where the percent go.
    public let partial: String
    public let missed: String
    public let future: String
    /// Of today, as long as it is not done.
    public let open: String
    public let today: String
    /// Of a day that has a note.
    public let note: String
    /// Between one word and the next.
    public let separator: String

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
