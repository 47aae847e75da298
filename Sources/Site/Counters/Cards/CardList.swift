// The rendered cards of a list, cached so that a change is cheap: one card is
// rendered, and a block or two are joined again.

import Figures
import Ledger
import NIOCore

/// An account's counters as last rendered, and at which of its revisions.
struct CardList: Sendable {
    var revision: Int64 = 0
    /// In list order.
    private var blocks: [CardBlock] = []

    private(set) var count = 0

    /// The shapes that a page with this list must contain.
    private(set) var shapes: MarkShapes = []

    /// The size of everything cached, in bytes.
    var size: Int { blocks.reduce(0) { $0 + $1.size } }

    /// Brings the list up to date.
    ///
    /// - Parameters:
    ///   - changes: The counters changed, deleted or removed since, each once.
    ///   - draw: Renders a counter's card.
    mutating func update(_ changes: ChangedCounters, draw: (Counter) throws -> ByteBuffer) rethrows {
        guard !changes.changed.isEmpty || !changes.removed.isEmpty else { return }
        let fresh = try changes.changed.filter { !$0.isDeleted }.map { Card($0, text: try draw($0)) }
        // Nearly always one counter was counted, and stays where it is.
        let areInPlace =
            fresh.count == changes.changed.count && changes.removed.isEmpty
            && fresh.allSatisfy { card in blocks.indices.contains { blocks[$0].replaceCard(with: card) } }
        if !areInPlace {
            insert(fresh, removing: Set(changes.changed.map(\.id) + changes.removed))
            count = blocks.reduce(0) { $0 + $1.cards.count }
        }
        shapes = blocks.reduce(into: []) { $0.formUnion($1.shapes) }
    }

    /// Takes the cards of some counters out, and puts new ones where they belong.
    private mutating func insert(_ fresh: [Card], removing stale: Set<Counter.ID>) {
        // By block, the cards that come into it.
        var arrivals = Dictionary(grouping: fresh, by: place(of:))
        let old = blocks
        blocks = []
        for (place, block) in old.enumerated() {
            let arriving = arrivals.removeValue(forKey: place) ?? []
            if arriving.isEmpty, block.counters.isDisjoint(with: stale) {
                blocks.append(block)
            } else {
                let staying = block.cards.filter { !stale.contains($0.version.id) }
                add((staying + arriving).sorted())
            }
        }
        // A list that was empty has no block to come into.
        for arriving in arrivals.values { add(arriving.sorted()) }
    }

    /// The place of the block that a card belongs into: the last one that does not begin after it.
    private func place(of card: Card) -> Int {
        max(0, (blocks.firstIndex { card < $0.cards[0] } ?? blocks.count) - 1)
    }

    /// Adds cards at the end, in blocks.
    private mutating func add(_ cards: [Card]) {
        for card in cards {
            if blocks.isEmpty || card.beginsBlock {
                blocks.append(CardBlock(card))
            } else {
                blocks[blocks.count - 1].append(card)
            }
        }
    }

    /// All cards, with one counter's card replaced.
    func texts(replacing counter: Counter.ID, with text: ByteBuffer) -> [ByteBuffer] {
        blocks.flatMap(\.cards).map { $0.version.id == counter ? text : $0.text }
    }

    /// The cards of the counters that were changed after a revision, in order.
    func texts(changedSince revision: Int64) -> [ByteBuffer] {
        blocks.flatMap { $0.cards.lazy.filter { $0.version.revision > revision }.map(\.text) }
    }

    /// All counters, in order.
    var counters: [Counter.ID] { blocks.flatMap { $0.cards.lazy.map(\.version.id) } }

    /// All cards, in blocks of adjacent ones.
    mutating func plainBlocks() -> [ByteBuffer] {
        blocks.indices.map { blocks[$0].plainText() }
    }

    /// All cards compressed, in blocks of adjacent ones.
    mutating func compressedBlocks() -> [DeflateBlock] {
        blocks.indices.map { place in
            blocks[place].compressedText(after: place > 0 ? blocks[place - 1].cards.last : nil)
        }
    }
}
