// A card of the list of counters, rendered once and kept.

import Figures
import Ledger
import NIOCore

/// A counter's card as it was rendered.
struct Card: Sendable {
    /// Which counter it shows, and in which state.
    struct Version: Sendable, Equatable {
        let id: Counter.ID
        /// The counter's revision when the card was rendered.
        let revision: Int64
    }

    let version: Version
    let rank: Int64
    let text: ByteBuffer
    /// The shapes that its marks consist of.
    let shapes: MarkShapes
    /// The card compressed as the one right after `preceding`.
    var compressed: (preceding: Version?, text: DeflateBlock)?

    init(_ counter: Counter, text: ByteBuffer) {
        version = Version(id: counter.id, revision: counter.revision)
        rank = counter.rank
        shapes = counter.shapes
        self.text = text
    }

    /// Whether a block begins with it. The card itself decides, so one that comes, goes
    /// or moves changes the block that it leaves and the one that it joins, and none between.
    var beginsBlock: Bool { version.id % 32 == 0 }
}

extension Card: Comparable {
    static func == (one: Card, other: Card) -> Bool { one.version == other.version }

    /// As the ledger orders counters.
    static func < (one: Card, other: Card) -> Bool {
        (one.rank, one.version.id) < (other.rank, other.version.id)
    }
}
