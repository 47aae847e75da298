// A bar chart as SVG text. Its bars are hand-drawn like the marks: single,
// slightly uneven strokes, identical on each rendering. Contains no colours and
// no texts; two units are about one CSS pixel on a phone.

/// Values side by side, with an axis and labels.
public struct BarChart: Sendable, Hashable {
    public struct Bar: Sendable, Hashable {
        /// Short, because it is placed below the bar.
        public let label: String
        public let value: Int64

        /// - Parameter value: Nothing is drawn below 0.
        public init(label: String, value: Int64) {
            self.label = label
            self.value = value
        }
    }

    /// Which bar always has a label if there is no room for all.
    public enum Anchor: Sendable { case first, last }

    public let bars: [Bar]
    public let anchor: Anchor

    public init(_ bars: [Bar], anchor: Anchor = .first) {
        self.bars = bars
        self.anchor = anchor
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
        if axis.top > 0 {
            pen.write("<path class=\"chart-bar\" stroke-width=\"")
            pen.write(room.stroke)
            pen.write("\" d=\"")
            for (place, bar) in bars.enumerated() where bar.value > 0 {
                pen.bar(place, axis.height(of: bar.value, in: Self.height), room.middle(of: place), room)
            }
            pen.write("\"/>")
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
            let middle = room.middle(of: place), half = Self.extent(of: bar.label) / 2
            if middle + half > Self.width {
                pen.label(bar.label, Self.width, Self.labelBase, anchor: "end")
            } else if middle < half {
                pen.label(bar.label, 0, Self.labelBase, anchor: "start")
            } else {
                pen.label(bar.label, middle, Self.labelBase)
            }
        }
    }

    /// The positions of bars.
    struct Room {
        let left, width, bars: Int

        /// The distance between two bars.
        var pitch: Int { width / bars }
        var stroke: Int { max(2, min(44, pitch * 5 / 8)) }
        func middle(of place: Int) -> Int { left + (2 * place + 1) * width / (2 * bars) }
    }

    fileprivate static let base = 256
    private static let width = 640, height = 240, labelBase = 290
    /// Every how many bars there may be a label.
    private static let steps = [1, 2, 3, 4, 6, 7, 8, 12, 14, 21, 28, 42]

    /// The approximate width of a text, rounded up.
    private static func extent(of text: String) -> Int {
        text.unicodeScalars.reduce(0) { $0 + ($1.value >= 0x2E80 ? 26 : 15) }
    }
}

extension Pen {
    /// One bar, upwards from the axis.
    fileprivate mutating func bar(_ place: Int, _ height: Int, _ x: Int, _ room: BarChart.Room) {
        // A short or narrow stroke has less room to sway.
        let sway = min(4, room.pitch / 6) * min(height, 160) / 160
        move("M", x, BarChart.base)
        move("q", Self.bows[place % 5] * sway / 2, -height / 2)
        writeNext(Self.leans[place % 5] * sway / 2)
        writeNext(-height)
    }

    private static let bows = [-2, 1, 2, -1, 1], leans = [1, -1, 0, 1, -2]

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
