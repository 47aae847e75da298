// A counter's entries while those of a file join them: what undoing or redoing one of them does to the count, without
// going through all of them each time.

import GRDB

/// Entries in their order, in blocks, each of which knows what it does as a whole.
struct CountedEntries {
    private static let block = 256

    /// What each entry does where it is not undone, by its number.
    private var moves: [CountMove] = []
    private var isVoid: [Bool] = []
    private var blocks: [CountMove] = []

    /// What a counter has, with some entries turned: undone, or redone if they are already undone.
    ///
    /// - Parameter counter: Its row.
    init(of counter: Int64, turning: Set<Entry.Number>, in database: Database) throws {
        let rows = try database.rows(
            "SELECT kind, delta, count, voids FROM entry WHERE counter = ? ORDER BY number", [counter])
        while let row = try rows.next() {
            moves.append(CountMove(Entry.Kind(rawValue: row[0]), row[1], countThen: row[2]))
            isVoid.append(false)
            if let voided: Entry.Number = row[3] { toggle(voided) }
        }
        for number in turning {
            moves.append(.none)
            isVoid.append(false)
            toggle(number)
        }
        for start in stride(from: 0, to: moves.count, by: Self.block) {
            blocks.append(move(ofBlockAt: start))
        }
    }

    /// Adds the next entry.
    mutating func append(_ kind: Entry.Kind, _ delta: Int64, countThen: Int64) {
        let place = moves.count
        moves.append(CountMove(kind, delta, countThen: countThen))
        isVoid.append(false)
        if place % Self.block == 0 { blocks.append(.none) }
        blocks[place / Self.block] = blocks[place / Self.block].followed(by: moves[place])
    }

    /// Undoes or redoes an entry.
    ///
    /// - Returns: How the count changes by that: not at all where a later reset or set stands.
    mutating func turn(_ number: Entry.Number) -> Int64 {
        let before = count
        guard let place = toggle(number) else { return 0 }
        blocks[place / Self.block] = move(ofBlockAt: place / Self.block * Self.block)
        return count - before
    }

    private var count: Int64 { blocks.reduce(0) { $1.count(after: $0) } }

    /// - Returns: Its place; nil if there is no such entry.
    @discardableResult
    private mutating func toggle(_ number: Entry.Number) -> Int? {
        guard let place = Int(exactly: number).map({ $0 - 1 }), moves.indices.contains(place) else {
            return nil
        }
        isVoid[place].toggle()
        return place
    }

    private func move(ofBlockAt start: Int) -> CountMove {
        (start..<min(start + Self.block, moves.count)).reduce(.none) {
            isVoid[$1] ? $0 : $0.followed(by: moves[$1])
        }
    }
}
