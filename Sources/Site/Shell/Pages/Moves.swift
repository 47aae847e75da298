// The up and down buttons of a row in an ordered list.

/// The targets and labels of a row's up and down buttons.
struct Moves: Sendable {
    /// The prefix of the address that moves the row.
    let address: String
    let upLabel: String
    let downLabel: String
    /// The id of the row to follow after a move up or down; empty for the first place.
    let up: String
    let down: String
    let isFirst: Bool
    let isLast: Bool

    /// How much of a name is in a label, in characters.
    private static let longestName = 60

    /// - Parameters:
    ///   - place: The row's index, from 0.
    ///   - ids: The ids of all rows, in order.
    init(at place: Int, of ids: [Int64], named name: String, address: String, _ words: Words) {
        self.address = address
        // The row has all of it already; a list of two thousand long names would be three times as large.
        let name = name.shortened(to: Self.longestName)
        upLabel = words(.moveUp, name)
        downLabel = words(.moveDown, name)
        isFirst = place == 0
        isLast = place + 1 == ids.count
        up = place > 1 ? String(ids[place - 2]) : ""
        down = isLast ? "" : String(ids[place + 1])
    }
}

extension String {
    /// - Parameter most: In characters.
    func shortened(to most: Int) -> String { count > most ? prefix(most - 1) + "…" : self }
}
