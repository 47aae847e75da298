// What a page shows that has nothing to show: a faint gate, one sentence, and one button that leads on.

struct Emptiness: Sendable {
    let sentence: String
    let address: String
    let button: String
}

extension Words {
    /// - Parameters:
    ///   - phrase: Says that there is nothing.
    ///   - button: The name of the page at the address.
    func nothing(_ phrase: Phrase, leadingTo address: String, _ button: Phrase = .homeBack) -> Emptiness {
        Emptiness(sentence: self[phrase], address: address, button: self[button])
    }
}
