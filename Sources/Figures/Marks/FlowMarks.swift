// Western gates and 正: fives that flow and wrap with the width like text, the
// unfinished one last.

/// A count laid out as fives in a row.
public struct FlowMarks: Sendable, Hashable {
    /// What a five looks like.
    public enum Five: String, Sendable, CaseIterable {
        case gate, character

        var variants: [[MarkGeometry.Stroke]] {
            self == .gate ? MarkGeometry.gates : MarkGeometry.characters
        }
    }

    public let five: Five
    /// Marks that are only summed up, in front of the others.
    public let summed: Int64
    /// Complete fives.
    public let fives: Int
    /// Strokes of the unfinished five, 0–4.
    public let strokes: Int

    /// - Parameter count: Not below 0.
    public init(_ count: Int64, _ five: Five) {
        self.five = five
        let most = MarkGeometry.mostDrawn, step = MarkGeometry.summedStep
        let steps = count > most ? (count - most - 1) / step + 1 : 0
        summed = steps * step
        fives = Int((count - summed) / 5)
        strokes = Int((count - summed) % 5)
    }

    /// The marks as inline SVG, one small drawing a five. Complete ones refer
    /// to ``definitions``, which the page must hold once.
    ///
    /// - Parameter format: Puts the summed number into the reader's form.
    public func svg(format: (Int64) -> String) -> String {
        var pen = Pen(reserving: fives * 65 + 200)
        if summed > 0 {
            pen.write("<span class=\"marks-sum\">")
            pen.write(Self.open)
            let block = MarkGeometry.blocks[1]
            pen.path("box") { $0.outline(block.square, 2, 2) }
            pen.path("cross") { pen in for stroke in block.cross { pen.draw(stroke, 2, 2) } }
            pen.write("</svg> × ")
            pen.write(format(summed))
            pen.write("</span>")
        }
        let variants = five.variants
        let complete = variants.indices.map { "\(Self.open)<use href=\"#\(five.rawValue)-\($0)\"/></svg>" }
        for index in 0..<fives { pen.write(complete[index % variants.count]) }
        if strokes > 0 {
            pen.write(Self.open)
            pen.path("ink") { $0.draw(variants[fives % variants.count], first: strokes, 0, 0) }
            pen.write("</svg>")
        }
        return pen.text
    }

    /// The complete fives, to be put once into a page that shows marks.
    public static let definitions: String = {
        var pen = Pen(reserving: 2048)
        pen.write("<svg class=\"hidden\" aria-hidden=\"true\"><defs>")
        for five in Five.allCases {
            for (index, strokes) in five.variants.enumerated() {
                pen.write("<g id=\"\(five.rawValue)-\(index)\">")
                pen.path("ink") { $0.draw(strokes, first: 4, 0, 0) }
                pen.path("slash") { $0.draw(strokes[4], 0, 0) }
                pen.write("</g>")
            }
        }
        pen.write("</defs></svg>")
        return pen.text
    }()

    private static let open = "<svg class=\"gate\" viewBox=\"0 0 \(MarkGeometry.cell) \(MarkGeometry.cell)\">"
}
