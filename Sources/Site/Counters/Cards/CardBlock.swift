// A few adjacent cards of a list, joined once in each of the forms in which pages are sent.

import Figures
import Ledger
import NIOCore

/// Adjacent cards of a list, in list order. There is at least one.
struct CardBlock: Sendable {
    private(set) var cards: [Card]
    /// The cards' counters, to find out whether one of a few that have changed is here without looking at each card.
    private(set) var counters: Set<Counter.ID>
    private(set) var shapes: MarkShapes
    private var sizeOfTexts: Int
    private var plain: ByteBuffer?
    /// The block compressed as the one right after the card `preceding`.
    private var compressed: (preceding: Card.Version?, text: DeflateBlock)?

    init(_ first: Card) {
        cards = [first]
        counters = [first.version.id]
        shapes = first.shapes
        sizeOfTexts = first.text.readableBytes
    }

    /// Adds a card at the end. What was joined has to be joined anew.
    mutating func append(_ card: Card) {
        cards.append(card)
        counters.insert(card.version.id)
        shapes.formUnion(card.shapes)
        sizeOfTexts += card.text.readableBytes
        plain = nil
        compressed = nil
    }

    /// Puts the new card of a counter in the place of its old one.
    ///
    /// - Returns: Whether that is its place; if not, nothing is changed.
    mutating func replaceCard(with card: Card) -> Bool {
        guard counters.contains(card.version.id),
            let place = cards.firstIndex(where: { $0.version.id == card.version.id }),
            cards[place].rank == card.rank
        else { return false }
        sizeOfTexts += card.text.readableBytes - cards[place].text.readableBytes
        cards[place] = card
        shapes = cards.reduce(into: []) { $0.formUnion($1.shapes) }
        plain = nil
        compressed = nil
        return true
    }

    /// The size of everything cached, in bytes.
    var size: Int {
        // Each compressed card is there by itself, too.
        sizeOfTexts + (plain?.readableBytes ?? 0) + 2 * (compressed?.text.size ?? 0)
    }

    /// The cards as one text.
    mutating func plainText() -> ByteBuffer {
        if let plain { return plain }
        let text = ByteBuffer(joining: cards.lazy.map(\.text))
        plain = text
        return text
    }

    /// The cards compressed as one text.
    ///
    /// - Parameter preceding: The card before the block; nil at the beginning of a list.
    mutating func compressedText(after preceding: Card?) -> DeflateBlock {
        if let compressed, compressed.preceding == preceding?.version { return compressed.text }
        var before = preceding
        for place in cards.indices {
            if cards[place].compressed.map({ $0.preceding != before?.version }) ?? true {
                let text = DeflateBlock(cards[place].text, after: before?.text)
                cards[place].compressed = (before?.version, text)
            }
            before = cards[place]
        }
        let text = DeflateBlock(joining: cards.compactMap(\.compressed?.text))
        compressed = (preceding?.version, text)
        return text
    }
}
