// The word to type before a permanent deletion.

extension Words {
    /// Whether the user has typed the word that confirms deleting everything.
    func isDeletionWord(_ typed: String) -> Bool {
        let words = typed.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        return words.lowercased() == self[.deletionWord].lowercased()
    }
}
