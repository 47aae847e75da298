// A small preview of a goal's last days, without text, which the card around it
// provides. Strokes of zero length with round caps are circles, so that all days
// of one state are a single path. A dot's box is 20 units wide.

extension DotGrid {
    /// The days as one inline SVG, in rows, always `columns` dots wide. An undone
    /// today looks like a future day.
    ///
    /// - Parameter columns: The number of dots per row, at least 1.
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
        /// The offset from the centre to the start of the line.
        let startX: Int
        let line: StaticString

        /// A circle with the diameter of the stroke's width.
        static let full = Shape(startX: 0, line: "h0")
        static let ring = Shape(startX: -7, line: "a7 7 0 1 0 14 0a7 7 0 1 0-14 0z")
    }
}
