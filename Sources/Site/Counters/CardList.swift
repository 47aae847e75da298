// The cards of a list as text, kept so that a change costs little: one card is
// drawn and a few are copied.

import Ledger
import NIOCore

/// An account's counters as they were last drawn, and at which of its revisions.
struct CardList: Sendable {
    private struct Card: Sendable {
        let id: Counter.ID
        let position: Int64
        let text: ByteBuffer
        /// Whether its marks are drawn by reference to ``FlowMarks/definitions``.
        let refersToDefinitions: Bool

        init(_ counter: Counter, text: ByteBuffer) {
            id = counter.id
            position = counter.position
            refersToDefinitions = counter.style != .fractal
            self.text = text
        }
    }

    /// How many neighbours are joined: a change copies so many cards, and a
    /// page is sent in so many fewer parts.
    private static let cardsInBlock = 4

    var revision: Int64 = 0
    /// In the order of the list.
    private var cards: [Card] = []
    /// The texts of the cards, those of neighbours joined.
    private(set) var blocks: [ByteBuffer] = []

    var count: Int { cards.count }

    /// Whether a page with the list must hold ``FlowMarks/definitions``.
    private(set) var refersToDefinitions = false

    /// Of all that is kept, in bytes.
    var size: Int { 2 * blocks.reduce(0) { $0 + $1.readableBytes } }

    /// Brings the list up to date.
    ///
    /// - Parameters:
    ///   - changed: The counters that have changed since, and those deleted since.
    ///   - draw: Gives a counter's card.
    mutating func update(_ changed: [Counter], draw: (Counter) throws -> ByteBuffer) rethrows {
        var replaced: Set<Int> = []
        /// From here on cards have moved.
        var moved = Int.max
        for counter in changed {
            let before = cards.firstIndex { $0.id == counter.id }
            if let before, !counter.isDeleted, cards[before].position == counter.position {
                cards[before] = Card(counter, text: try draw(counter))
                replaced.insert(before)
                continue
            }
            if let before {
                cards.remove(at: before)
                moved = min(moved, before)
            }
            if !counter.isDeleted {
                let card = Card(counter, text: try draw(counter))
                // Newer ones come last, so the place is sought from there.
                let last = cards.lastIndex { ($0.position, $0.id) < (card.position, card.id) }
                let place = last.map { $0 + 1 } ?? 0
                cards.insert(card, at: place)
                moved = min(moved, place)
            }
        }
        refersToDefinitions = cards.contains { $0.refersToDefinitions }
        join(replaced, andFrom: moved)
    }

    /// The texts of all cards, with another one for one counter.
    func texts(replacing counter: Counter.ID, with text: ByteBuffer) -> [ByteBuffer] {
        cards.map { $0.id == counter ? text : $0.text }
    }

    /// Joins all texts into one: a list that is asked for again unchanged may be so a third time.
    ///
    /// - Returns: Whether they were not joined before.
    mutating func joinAll() -> Bool {
        guard blocks.count > 1 else { return false }
        blocks = [joined(cards.indices)]
        return true
    }

    /// Joins the cards at these places, and all from one place on, anew.
    private mutating func join(_ replaced: Set<Int>, andFrom moved: Int) {
        // Where all are joined in one, no block but the first stands.
        let moved = blocks.count * Self.cardsInBlock < cards.count ? 0 : moved
        let firstMoved = moved / Self.cardsInBlock
        for block in Set(replaced.map { $0 / Self.cardsInBlock }) where block < firstMoved {
            blocks[block] = joined(places(in: block))
        }
        guard moved < .max else { return }
        blocks.removeSubrange(min(firstMoved, blocks.count)...)
        while blocks.count * Self.cardsInBlock < cards.count {
            blocks.append(joined(places(in: blocks.count)))
        }
    }

    private func places(in block: Int) -> Range<Int> {
        let start = block * Self.cardsInBlock
        return start..<min(start + Self.cardsInBlock, cards.count)
    }

    private func joined(_ places: Range<Int>) -> ByteBuffer {
        let texts = cards[places].map(\.text)
        var text = ByteBuffer()
        text.reserveCapacity(texts.reduce(0) { $0 + $1.readableBytes })
        for card in texts { text.writeImmutableBuffer(card) }
        return text
    }
}
