// List order as sparse numbers, so that a move changes only the moved row.

/// A position in a list; lower ranks come first.
enum Rank {
    /// The distance between two neighbours of a fresh list.
    static let room: Int64 = 1 << 32
    /// Beyond this rank, the list is renumbered.
    private static let furthest: Int64 = 1 << 61
    /// Rows that are moved apart get at least this distance, so that there is room for some time.
    static let leastRoom: Int64 = 1 << 20

    /// A rank between two neighbours; nil if there is no room.
    static func between(_ before: Int64?, _ after: Int64?) -> Int64? {
        let rank: Int64
        switch (before, after) {
        case (nil, nil): rank = 0
        case (let before?, nil): rank = before + room
        case (nil, let after?): rank = after - room
        case (let before?, let after?):
            guard after - before > 1 else { return nil }
            rank = before + (after - before) / 2
        }
        return abs(rank) < furthest ? rank : nil
    }
}
