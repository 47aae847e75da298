// The rendered cards of a list, cached so that a change is cheap: one card is
// rendered, and a few are copied or compressed.

import Figures
import Ledger
import NIOCore

/// An account's counters as last rendered, and at which of its revisions.
struct CardList: Sendable {
    private struct Card: Sendable {
        let version: CardVersion
        let rank: Int64
        let text: ByteBuffer
        /// The shapes that its marks consist of.
        let shapes: MarkShapes
        /// The card compressed as the one right after `preceding`.
        var compressed: (preceding: CardVersion?, text: DeflateBlock)?

        init(_ counter: Counter, text: ByteBuffer) {
            version = CardVersion(id: counter.id, revision: counter.revision)
            rank = counter.rank
            shapes = counter.shapes
            self.text = text
        }
    }

    var revision: Int64 = 0
    /// In list order.
    private var cards: [Card] = []
    private var plain = CardBlocks<ByteBuffer>(cardsInBlock: 4)
    // Compressed cards are small, and each depends on the one before it.
    private var compressed = CardBlocks<DeflateBlock>(cardsInBlock: 16, needsPreceding: true)
    private var sizeOfTexts = 0

    var count: Int { cards.count }

    /// The shapes that a page with this list must contain.
    private(set) var shapes: MarkShapes = []

    /// The size of everything cached, in bytes.
    var size: Int { sizeOfTexts + plain.size + 2 * compressed.size }

    /// Brings the list up to date.
    ///
    /// - Parameters:
    ///   - changes: The counters changed, deleted or removed since, each once.
    ///   - draw: Renders a counter's card.
    mutating func update(_ changes: ChangedCounters, draw: (Counter) throws -> ByteBuffer) rethrows {
        guard !changes.changed.isEmpty || !changes.removed.isEmpty else { return }
        var fresh: [Counter.ID: Card?] = [:]
        for counter in changes.removed { fresh[counter] = .some(nil) }
        for counter in changes.changed {
            fresh[counter.id] = .some(counter.isDeleted ? nil : Card(counter, text: try draw(counter)))
        }
        // Most changes leave a card at its place.
        for place in cards.indices {
            guard let card = fresh[cards[place].version.id] ?? nil, card.rank == cards[place].rank else {
                continue
            }
            cards[place] = card
            fresh[card.version.id] = nil
        }
        if !fresh.isEmpty {
            // In place, because to copy a long list is the larger part of the work; to sort what is nearly in order is not.
            cards.removeAll { fresh.keys.contains($0.version.id) }
            cards.append(contentsOf: fresh.values.compactMap(\.self))
            cards.sort { $0.rank < $1.rank }
        }
        shapes = cards.reduce(into: []) { $0.formUnion($1.shapes) }
        plain.isCurrent = false
        compressed.isCurrent = false
        sizeOfTexts = cards.reduce(0) { $0 + $1.text.readableBytes }
    }

    /// All cards, with one counter's card replaced.
    func texts(replacing counter: Counter.ID, with text: ByteBuffer) -> [ByteBuffer] {
        cards.map { $0.version.id == counter ? text : $0.text }
    }

    /// The cards of the counters that were changed after a revision, in order.
    func texts(changedSince revision: Int64) -> [ByteBuffer] {
        cards.filter { $0.version.revision > revision }.map(\.text)
    }

    /// All counters, in order.
    var counters: [Counter.ID] { cards.map(\.version.id) }

    /// All cards, in blocks of adjacent ones.
    ///
    /// - Parameter isUnchanged: Whether they were requested before: then they may well
    ///   be requested again, and become a single block.
    mutating func plainBlocks(isUnchanged: Bool) -> [ByteBuffer] {
        if !plain.isCurrent { plain.update(cards.map(\.version), cards.map(\.text)) }
        if isUnchanged { plain.joinAll() }
        return plain.texts
    }

    /// All cards compressed, in blocks of adjacent ones.
    ///
    /// - Parameter isUnchanged: As above.
    mutating func compressedBlocks(isUnchanged: Bool) -> [DeflateBlock] {
        if !compressed.isCurrent { compressed.update(cards.map(\.version), compressedCards()) }
        if isUnchanged { compressed.joinAll() }
        return compressed.texts
    }

    /// Compresses the cards that have changed, or stand after another card than before.
    private mutating func compressedCards() -> [DeflateBlock] {
        cards.indices.map { place in
            let preceding = place > 0 ? cards[place - 1].version : nil
            if let kept = cards[place].compressed, kept.preceding == preceding { return kept.text }
            let text = DeflateBlock(cards[place].text, after: place > 0 ? cards[place - 1].text : nil)
            cards[place].compressed = (preceding, text)
            return text
        }
    }
}

/// Which counter a card shows, and in which state.
struct CardVersion: Sendable, Equatable {
    let id: Counter.ID
    /// The counter's revision when it was rendered.
    let revision: Int64
}

/// The cards of a list in one form, joined into blocks: a change rebuilds a block
/// or two, and a page is sent in a few parts.
struct CardBlocks<Text: PageText>: Sendable {
    /// How many cards a block has.
    let cardsInBlock: Int
    /// Whether a card's text depends on the card before it, too.
    var needsPreceding = false
    /// Whether they are the list's cards as they are now.
    var isCurrent = true
    /// What the blocks were made from.
    private var versions: [CardVersion] = []
    private(set) var texts: [Text] = []

    init(cardsInBlock: Int, needsPreceding: Bool = false) {
        self.cardsInBlock = cardsInBlock
        self.needsPreceding = needsPreceding
    }

    var size: Int { texts.reduce(0) { $0 + $1.size } }

    /// Rebuilds the blocks that have changed.
    ///
    /// - Parameters:
    ///   - now: The list's cards.
    ///   - cards: Their texts.
    mutating func update(_ now: [CardVersion], _ cards: [Text]) {
        // If everything was joined into one block, no block can be reused.
        let kept = texts.count * cardsInBlock < versions.count ? [] : texts
        let starts = stride(from: 0, to: now.count, by: cardsInBlock)
        texts = starts.enumerated().map { block, start in
            let end = min(start + cardsInBlock, now.count)
            let needed = (needsPreceding ? max(start - 1, 0) : start)..<end
            let isKept =
                block < kept.count && min(start + cardsInBlock, versions.count) == end
                && now[needed] == versions[needed]
            return isKept ? kept[block] : Text(joining: cards[start..<end])
        }
        versions = now
        isCurrent = true
    }

    /// Joins all blocks into one.
    mutating func joinAll() {
        guard texts.count > 1 else { return }
        texts = [Text(joining: texts)]
    }
}
