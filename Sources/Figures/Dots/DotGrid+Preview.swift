// The last days of a goal, small and without words: the card around them names
// them. Strokes of no length with round ends are circles, so that all days of
// one state are one path. A dot's box is 20 units wide.

extension DotGrid {
    /// The days as one inline SVG, in rows, as wide as `columns` dots however
    /// few there are. Today, not done, looks as the days to come do.
    ///
    /// - Parameter columns: How many dots make a row, at least 1.
    public static func preview(_ states: [Dot.State], columns: Int = 15) -> String {
        let columns = max(1, columns), rows = max(1, (states.count + columns - 1) / columns)
        var pen = Pen(reserving: 300 + 36 * states.count)
        pen.write("<svg class=\"dot-preview\" viewBox=\"0 0 ")
        pen.write(20 * columns)
        pen.writeNext(20 * rows)
        pen.write("\" aria-hidden=\"true\">")

        func draw(_ kind: StaticString, _ isOfKind: (Dot.State) -> Bool, _ shape: Shape) {
            guard states.contains(where: isOfKind) else { return }
            pen.path(kind) { pen in
                for (place, state) in states.enumerated() where isOfKind(state) {
                    let x = place % columns * 20 + 10, y = place / columns * 20 + 10
                    pen.move("M", x + shape.startX, y)
                    pen.write(shape.line)
                }
            }
        }
        draw("done", { $0 == .done }, .full)
        draw("miss", { $0 == .missed }, .full)
        draw("ring", { $0 != .done && $0 != .missed }, .ring)

        for (place, state) in states.enumerated() {
            guard case .partial(let percent) = state else { continue }
            pen.write("<circle class=\"part\" cx=\"")
            pen.write(place % columns * 20 + 10)
            pen.write("\" cy=\"")
            pen.write(place / columns * 20 + 10)
            pen.write("\" r=\"4\" pathLength=\"100\" stroke-dasharray=\"")
            pen.write(Pen.drawn(percent))
            pen.write(" 100\"/>")
        }
        pen.write("</svg>")
        return pen.text
    }

    private struct Shape {
        /// From the middle to where the line begins.
        let startX: Int
        let line: StaticString

        /// A circle as large as the stroke is wide.
        static let full = Shape(startX: 0, line: "h0")
        static let ring = Shape(startX: -7, line: "a7 7 0 1 0 14 0a7 7 0 1 0-14 0z")
    }
}
