// The word that is typed before something goes for good.

extension Words {
    /// Whether somebody has typed the word that says that deleting everything is meant.
    func isDeletionWord(_ typed: String) -> Bool {
        let words = typed.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        return words.lowercased() == self[.deletionWord].lowercased()
    }
}
