// A bar chart as SVG text: upright bars with a slightly bowed top. Contains no
// colours and no texts; two units are about one CSS pixel on a phone.

/// Values side by side, with an axis and labels.
public struct BarChart: Sendable, Hashable {
    /// One upright bar, with its label.
    public struct Bar: Sendable, Hashable {
        /// Short, because it is placed below the bar.
        public let label: String
        /// Nothing is drawn where it is 0 or below.
        public let value: Int64

        /// - Parameter value: Nothing is drawn below 0.
        public init(label: String, value: Int64) {
            self.label = label
            self.value = value
        }
    }

    /// Which bar always has a label if there is no room for all.
    public enum Anchor: Sendable { case first, last }

    /// From left to right.
    public let bars: [Bar]
    /// At which end the labels begin where there is no room for all.
    public let anchor: Anchor
    /// The bar that stands out and has its number above it, such as today's.
    public let current: Int?

    /// - Parameter current: A place in `bars`; nil, and any other number: no bar stands out.
    public init(_ bars: [Bar], anchor: Anchor = .first, current: Int? = nil) {
        self.bars = bars
        self.anchor = anchor
        self.current = current
    }

    /// The chart as markup.
    ///
    /// - Parameters:
    ///   - names: The ids of the elements that label it, separated by spaces.
    ///   - format: Localises a number.
    public func svg(labelledBy names: String, format: (Int64) -> String) -> String {
        let axis = ValueAxis(upTo: max(0, bars.map(\.value).max() ?? 0))
        let numbers = axis.lines.map(format)
        let left = max(40, (numbers.map(Self.extent(of:)).max() ?? 0) + 14)
        let room = Room(left: left, width: Self.width - left - 4, bars: max(1, bars.count))

        var pen = Pen(reserving: 1024 + 24 * bars.count)
        pen.write(
            "<svg class=\"chart\" viewBox=\"0 0 640 300\" font-size=\"26\" role=\"img\" aria-labelledby=\"")
        pen.writeEscaped(names)
        pen.write("\">")
        pen.path("chart-grid", when: axis.lines.count > 1) { pen in
            for line in axis.lines.dropFirst() {
                pen.move("M", room.left, Self.base - axis.height(of: line, in: Self.height))
                pen.move("h", room.width)
            }
        }
        pen.write("<g text-anchor=\"end\">")
        for (line, number) in zip(axis.lines, numbers) {
            let y = Self.base - axis.height(of: line, in: Self.height)
            pen.label(number, room.left - 10, y + 9)
        }
        pen.write("</g>")
        let drawn = bars.indices.filter { bars[$0].value > 0 && $0 != current }
        pen.path("chart-bar", when: !drawn.isEmpty) { pen in
            for place in drawn {
                pen.bar(at: place, axis.height(of: bars[place].value, in: Self.height), room)
            }
        }
        if let current, bars.indices.contains(current), bars[current].value > 0 {
            let height = axis.height(of: bars[current].value, in: Self.height)
            pen.path("chart-bar chart-bar--current") { $0.bar(at: current, height, room) }
            pen.write("<g class=\"chart-current\" text-anchor=\"middle\">")
            write(format(bars[current].value), over: current, at: Self.base - height - 10, room, &pen)
            pen.write("</g>")
        }
        pen.path("chart-axis") { pen in
            pen.move("M", room.left, Self.base)
            pen.move("h", room.width)
        }
        pen.write("<g text-anchor=\"middle\">")
        writeLabels(room, &pen)
        pen.write("</g></svg>")
        return pen.text
    }

    private func writeLabels(_ room: Room, _ pen: inout Pen) {
        let widest = bars.map { Self.extent(of: $0.label) }.max() ?? 0
        // A label at either end is shifted into the drawing, closer to its neighbour.
        let moved = max(0, widest / 2 - room.middle(of: 0)) + max(0, widest / 2 - room.pitch / 2)
        let needed = widest + 14 + moved
        let step = Self.steps.first { $0 * room.width / room.bars >= needed } ?? room.bars
        for (place, bar) in bars.enumerated() {
            let distance = anchor == .first ? place : bars.count - 1 - place
            guard distance % step == 0 else { continue }
            write(bar.label, over: place, at: Self.labelBase, room, &pen)
        }
    }

    /// A text in the middle of a bar's place, or at the edge of the drawing that it would leave.
    private func write(_ text: String, over place: Int, at y: Int, _ room: Room, _ pen: inout Pen) {
        let middle = room.middle(of: place), half = Self.extent(of: text) / 2
        if middle + half > Self.width {
            pen.label(text, Self.width, y, anchor: "end")
        } else if middle < half {
            pen.label(text, 0, y, anchor: "start")
        } else {
            pen.label(text, middle, y)
        }
    }

    /// The positions of bars.
    struct Room {
        let left, width, bars: Int

        /// The distance between two bars.
        var pitch: Int { width / bars }
        /// Of a bar: even, so that its middle is where it has to be.
        var bar: Int { max(2, min(52, pitch * 3 / 5) / 2 * 2) }
        func middle(of place: Int) -> Int { left + (2 * place + 1) * width / (2 * bars) }
    }

    fileprivate static let base = 256
    /// The height leaves room for the number above the highest bar.
    private static let width = 640, height = 216, labelBase = 290
    /// Every how many bars there may be a label.
    private static let steps = [1, 2, 3, 4, 6, 7, 8, 12, 14, 21, 28, 42]

    /// The approximate width of a text, rounded up.
    private static func extent(of text: String) -> Int {
        text.unicodeScalars.reduce(0) { $0 + ($1.value >= 0x2E80 ? 26 : 15) }
    }
}

extension Pen {
    /// One bar, upwards from the axis: its top is bowed by three units.
    fileprivate mutating func bar(at place: Int, _ height: Int, _ room: BarChart.Room) {
        let width = room.bar, bow = min(3, height / 2)
        move("M", room.middle(of: place) - width / 2, BarChart.base)
        move("v", bow - height)
        move("q", width / 2, -2 * bow)
        writeNext(width)
        writeNext(0)
        move("v", height - bow)
        write("z")
    }

    fileprivate mutating func label(_ text: String, _ x: Int, _ y: Int, anchor: StaticString? = nil) {
        write("<text x=\"")
        write(x)
        write("\" y=\"")
        write(y)
        if let anchor {
            write("\" text-anchor=\"")
            write(anchor)
        }
        write("\">")
        writeEscaped(text)
        write("</text>")
    }
}
