// The rendered cards of a list, cached so that a change is cheap: one card is
// rendered and a few are copied.

import Figures
import Ledger
import NIOCore

/// An account's counters as last rendered, and at which of its revisions.
struct CardList: Sendable {
    private struct Card: Sendable {
        let id: Counter.ID
        let rank: Int64
        /// The counter's revision when it was rendered.
        let revision: Int64
        let text: ByteBuffer
        /// The shapes that its marks consist of.
        let shapes: MarkShapes

        init(_ counter: Counter, text: ByteBuffer) {
            id = counter.id
            rank = counter.rank
            revision = counter.revision
            shapes = counter.shapes
            self.text = text
        }

        func isSame(as other: Card) -> Bool { id == other.id && revision == other.revision }
    }

    /// How many adjacent cards are joined into a block: a change copies that many
    /// cards, and a page is sent in correspondingly fewer parts.
    private static let cardsInBlock = 4

    var revision: Int64 = 0
    /// In list order.
    private var cards: [Card] = []
    /// The blocks of adjacent cards.
    private(set) var blocks: [ByteBuffer] = []

    var count: Int { cards.count }

    /// The shapes that a page with this list must contain.
    private(set) var shapes: MarkShapes = []

    /// The size of everything cached, in bytes.
    var size: Int { 2 * blocks.reduce(0) { $0 + $1.readableBytes } }

    /// Brings the list up to date.
    ///
    /// - Parameters:
    ///   - changed: The counters changed or deleted since.
    ///   - draw: Renders a counter's card.
    mutating func update(_ changed: [Counter], draw: (Counter) throws -> ByteBuffer) rethrows {
        guard !changed.isEmpty else { return }
        var fresh: [Counter.ID: Card] = [:]
        for counter in changed where !counter.isDeleted {
            fresh[counter.id] = Card(counter, text: try draw(counter))
        }
        let gone = Set(changed.lazy.filter(\.isDeleted).map(\.id))
        let before = cards
        var isInOrder = true
        cards = before.compactMap { card in
            guard let new = fresh.removeValue(forKey: card.id) else {
                return gone.contains(card.id) ? nil : card
            }
            isInOrder = isInOrder && new.rank == card.rank
            return new
        }
        if !isInOrder || !fresh.isEmpty {
            cards += fresh.values
            cards.sort { $0.rank < $1.rank }
        }
        shapes = cards.reduce(into: []) { $0.formUnion($1.shapes) }
        joinWhatDiffers(from: before)
    }

    /// All cards, with one counter's card replaced.
    func texts(replacing counter: Counter.ID, with text: ByteBuffer) -> [ByteBuffer] {
        cards.map { $0.id == counter ? text : $0.text }
    }

    /// Joins all blocks into one: a list requested twice unchanged may well be requested again.
    ///
    /// - Returns: Whether there was anything to join.
    mutating func joinAll() -> Bool {
        guard blocks.count > 1 else { return false }
        blocks = [joined(cards.indices)]
        return true
    }

    /// Rebuilds the blocks that have changed.
    private mutating func joinWhatDiffers(from before: [Card]) {
        // If everything was joined into one block, no block can be reused.
        let kept = blocks.count * Self.cardsInBlock < before.count ? [] : blocks
        let starts = stride(from: 0, to: cards.count, by: Self.cardsInBlock)
        blocks = starts.enumerated().map { block, start in
            let places = start..<min(start + Self.cardsInBlock, cards.count)
            let isKept =
                block < kept.count && min(start + Self.cardsInBlock, before.count) == places.upperBound
                && places.allSatisfy { cards[$0].isSame(as: before[$0]) }
            return isKept ? kept[block] : joined(places)
        }
    }

    private func joined(_ places: Range<Int>) -> ByteBuffer {
        let texts = cards[places].map(\.text)
        var text = ByteBuffer()
        text.reserveCapacity(texts.reduce(0) { $0 + $1.readableBytes })
        for card in texts { text.writeImmutableBuffer(card) }
        return text
    }
}
