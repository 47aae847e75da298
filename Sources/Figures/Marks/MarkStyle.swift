// The styles in which a count can be drawn.

/// A style of marks.
public enum MarkStyle: String, Sendable, CaseIterable {
    case fractal, western
    /// 正, zhèng.
    case zheng

    /// The count drawn in this style, as markup for a page that contains the
    /// shapes of ``shapes(for:)``.
    ///
    /// - Parameters:
    ///   - count: Not negative.
    ///   - format: Localises a number.
    public func svg(_ count: Int64, in frame: MarkFrame = .wide, format: (Int64) -> String) -> String {
        switch self {
        case .fractal: FractalMarks(count, in: frame).svg
        case .western: FlowMarks(count, .gate, in: frame).svg(format: format)
        case .zheng: FlowMarks(count, .character, in: frame).svg(format: format)
        }
    }

    /// The five that the count's last mark stands in, alone: what its writer had before them.
    ///
    /// - Parameter count: Above 0.
    public func lastFive(of count: Int64) -> String {
        var pen = Pen(reserving: 128)
        pen.open(MarkGeometry.five, .tall)
        pen.use(letter: UInt8(ascii: self == .zheng ? "x" : "a"), Int((count - 1) % 5) + 1, at: 0, 0)
        pen.write("</svg>")
        return pen.text
    }

    /// The shapes of every ``lastFive(of:)``.
    public var shapesOfFives: MarkShapes { self == .zheng ? .zheng : .gates }

    /// The shapes that the count's drawing refers to, and those it will need a few taps later.
    public func shapes(for count: Int64) -> MarkShapes {
        switch self {
        case .fractal:
            MarkShapes.needed.reduce(.gates) { count >= $1.count ? $0.union($1.shapes) : $0 }
        case .western: [.gates, .western]
        case .zheng: .zheng
        }
    }
}

/// The frame of a drawing.
public enum MarkFrame: String, Sendable, CaseIterable {
    /// 340 by 112 pixels: a card.
    case wide
    /// 340 by 224 pixels, or the whole screen: larger, with four 25s two by two.
    case tall
}

extension Pen {
    mutating func open(_ window: MarkGeometry.Window, _ frame: MarkFrame) {
        write(frame == .tall ? "<svg class=\"tally tall\" viewBox=\"" : "<svg class=\"tally\" viewBox=\"")
        write(window.x)
        write(" ")
        write(window.y)
        write(" ")
        write(window.width)
        write(" ")
        write(window.height)
        write("\">")
    }

    /// Places a shape in the colours of its level, which alternate with each power of a hundred.
    mutating func use(_ name: StaticString, _ number: Int? = nil, at x: Int, _ y: Int, level: Int = 1) {
        write("<use href=\"#")
        write(name)
        if let number { write(number) }
        write("\"")
        place(x, y)
        if level > 2, level % 3 != 2 { write(level % 3 == 0 ? " class=\"k\"" : " class=\"l\"") }
        write("/>")
    }

    mutating func use(letter: UInt8, _ number: Int? = nil, at x: Int, _ y: Int) {
        write("<use href=\"#")
        write(letter: letter)
        if let number { write(number) }
        write("\"")
        place(x, y)
        write("/>")
    }
}
