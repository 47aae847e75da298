// The rendered list of counters, and its cache.

import Figures
import Ledger
import NIOCore

/// The page with all counters, rendered with gaps for the account's revision and the cards.
struct HomePage: Page {
    static let template = "Counters/home"

    enum Gap: String, Sendable { case revision, shapes, cards, order, appearance, browserColors }

    let geometry: String
    let shapesModule: String
    let flourishes: String
    let events: String?
    let notice: Notice?
    let hasCounters: Bool
    /// Whether its cookie opens nothing: signed out elsewhere, unused for long, or the account is deleted.
    var isUnrecognized = false
    /// Whether Fivebar signs people in itself.
    var signsIn = true
    let emptyMarks: String
    let shapes = Skeleton.gap(Gap.shapes)
    let suggestion: String
    /// As in ``NewCounterPage``.
    let longestTitle = Counter.longestTitle
    let titleTooLong: String
    /// Whether it was opened to show one of its cards.
    var isShowing = false
    /// Whether it contains only the cards changed since a revision, for a page that has the others.
    var isPartial = false
    let order = Skeleton.gap(Gap.order)
    let revision = Skeleton.gap(Gap.revision)
    let cards = Skeleton.gap(Gap.cards)
    /// What the first counter is drawn from if it is made without a network; nil where there are cards.
    var blankCard: String?
}

/// A counter's card in the list, rendered with gaps for everything that differs
/// between two counters of the same shape.
struct CardPage: Page {
    static let template = "Counters/card"

    enum Gap: String, Sendable {
        case id, title, color, count, revision, style, step, eachTap, addLabel, subtractLabel,
            formattedCount, label, marks
    }

    /// The properties of a counter that change the card's markup, and not only its text.
    struct Shape: Hashable, Sendable {
        let isCollapsed: Bool
        /// Whether the number needs the card's full width.
        let isLong: Bool
        /// Whether a tap counts more than one.
        let hasStep: Bool

        static let plain = Shape(isCollapsed: false, isLong: false, hasStep: false)

        private init(isCollapsed: Bool, isLong: Bool, hasStep: Bool) {
            self.isCollapsed = isCollapsed
            self.isLong = isLong
            self.hasStep = hasStep
        }

        /// - Parameter isOpen: Whether to expand the card even if the counter is collapsed.
        init(_ counter: Counter, isOpen: Bool = false) {
            isCollapsed = counter.isCollapsed && !isOpen
            isLong = counter.isLong
            hasStep = counter.step > 1
        }
    }

    let id = Skeleton.gap(Gap.id)
    let title = Skeleton.gap(Gap.title)
    let color = Skeleton.gap(Gap.color)
    let count = Skeleton.gap(Gap.count)
    let revision = Skeleton.gap(Gap.revision)
    let style = Skeleton.gap(Gap.style)
    let step = Skeleton.gap(Gap.step)
    let eachTap = Skeleton.gap(Gap.eachTap)
    let addLabel = Skeleton.gap(Gap.addLabel)
    let subtractLabel = Skeleton.gap(Gap.subtractLabel)
    let formattedCount = Skeleton.gap(Gap.formattedCount)
    let label = Skeleton.gap(Gap.label)
    let marks = Skeleton.gap(Gap.marks)
    let isCollapsed: Bool
    let isLong: Bool
    let hasStep: Bool
    let isExpanded: String
    let nextCollapsed: String

    init(_ shape: Shape) {
        isCollapsed = shape.isCollapsed
        isLong = shape.isLong
        hasStep = shape.hasStep
        isExpanded = shape.isCollapsed ? "false" : "true"
        nextCollapsed = shape.isCollapsed ? "no" : "yes"
    }
}

extension Skeleton<CardPage.Gap> {
    /// The counter's card.
    func card(of counter: Counter, _ words: Words) -> ByteBuffer {
        let marks = words.drawing(of: counter)
        let formattedCount = words.breakable(counter.count)
        return filled(extra: marks.utf8.count + 400) { gap, card in
            switch gap {
            case .id: card.writeString(String(counter.id))
            case .title: card.writeString(counter.title.htmlEscaped)
            case .color: card.writeString(String(counter.colorClass))
            case .count: card.writeString(String(counter.count))
            case .revision: card.writeString(String(counter.revision))
            case .style: card.writeString(counter.style.rawValue)
            case .step: card.writeString(String(counter.step))
            case .eachTap: card.writeString(words(.stepEach, words.number(counter.step)).htmlEscaped)
            case .addLabel: card.writeString(words.add(counter.step).htmlEscaped)
            case .subtractLabel: card.writeString(words.subtract(counter.step).htmlEscaped)
            case .formattedCount: card.writeString(formattedCount)
            case .label: card.writeString(words.spoken(counter.count, counter.style).htmlEscaped)
            case .marks: card.writeString(marks)
            }
        }
    }
}

extension Skeleton<CardPage.Gap> {
    /// A card of no counter. Its colour is the last one, after which the first one comes.
    func blankCard(_ words: Words) -> String {
        let card = filled(extra: 100) { gap, card in
            switch gap {
            case .id, .count, .revision: card.writeString("0")
            case .color: card.writeString("7")
            case .style: card.writeString(Counter.Style.fractal.rawValue)
            case .formattedCount: card.writeString(words.number(0))
            case .label: card.writeString(words.spoken(0, .fractal).htmlEscaped)
            case .title, .step, .eachTap, .addLabel, .subtractLabel, .marks: break
            }
        }
        return String(buffer: card)
    }
}

/// A cache of home pages, in parts shared by many pages. A card changes only with its counter.
struct HomePageCache: Sendable {
    struct ListKey: Hashable, Sendable {
        let account: AccountID
        let language: String
    }

    struct ShellKey: Hashable, Sendable {
        let language: String
        let hasAccount: Bool
        let hasCounters: Bool
        let suggestion: Int
        var isPartial = false
        var isUnrecognized = false
    }

    struct ShapeKey: Hashable, Sendable {
        let language: String
        let shape: CardPage.Shape
    }

    /// What is cached in each of the forms in which pages are sent.
    struct Form<Text: PageText>: Sendable {
        /// The blocks of a list; see ``CardList``.
        let blocks: @Sendable (_ list: inout CardList) -> [Text]
        let shells = Cache<ShellKey, PageFrame<HomePage.Gap, Text>>(bound: 2 << 20) { $0.size }
        private let browserColors = Cache<Appearance.Theme, Text>(bound: 1 << 16) { $0.size }
        private let shapeTexts = Cache<MarkShapes, Text>(bound: 4 << 20) { $0.size }

        init(blocks: @escaping @Sendable (inout CardList) -> [Text]) {
            self.blocks = blocks
        }

        /// The markup of a set of shapes; there are only few sets.
        func shapeTexts(for shapes: MarkShapes) -> Text {
            shapeTexts.value(for: shapes) { Text(shapes.markup) }
        }

        func browserColors(of appearance: Appearance) -> Text {
            browserColors.value(for: appearance.theme) { Text(appearance.fill(.browserColors)) }
        }
    }

    let shapes = Cache<ShapeKey, Skeleton<CardPage.Gap>>(bound: 1 << 20) { $0.size }
    let lists = Cache<ListKey, CardList>(bound: 16 << 20) { $0.size }
    private let plainForm = Deferred { Form<ByteBuffer> { $0.plainBlocks() } }
    private let compressedForm = Deferred { Form<DeflateBlock> { $0.compressedBlocks() } }
    var plain: Form<ByteBuffer> { plainForm.value }
    var compressed: Form<DeflateBlock> { compressedForm.value }
}
