// The two buttons that move a row of an ordered list by one place.

/// Where a row may be moved to, and what the buttons say.
struct Moves: Sendable {
    /// What the address of a move begins with.
    let address: String
    let upLabel: String
    let downLabel: String
    /// The id of the row to stand after when moved up or down; empty for the first place.
    let up: String
    let down: String
    let isFirst: Bool
    let isLast: Bool

    /// - Parameters:
    ///   - place: The row's, from 0.
    ///   - ids: Of all rows, in their order.
    init(at place: Int, of ids: [Int64], named name: String, address: String, _ words: Words) {
        self.address = address
        upLabel = words(.moveUp, name)
        downLabel = words(.moveDown, name)
        isFirst = place == 0
        isLast = place + 1 == ids.count
        up = place > 1 ? String(ids[place - 2]) : ""
        down = isLast ? "" : String(ids[place + 1])
    }
}
