// Draws a count as western tally marks: every gate of five, flowing and
// wrapping with the width like text, the unfinished one last.

/// A count laid out as western marks.
public struct WesternMarks: Sendable, Hashable {
    /// Marks that are only summed up, in front of the others.
    public let summed: Int64
    /// Complete gates of five.
    public let gates: Int
    /// Strokes of the unfinished gate, 0–4.
    public let strokes: Int

    /// - Parameter count: Not below 0.
    public init(_ count: Int64) {
        let most = WesternGeometry.mostDrawn, step = WesternGeometry.summedStep
        let steps = count > most ? (count - most - 1) / step + 1 : 0
        summed = steps * step
        gates = Int((count - summed) / 5)
        strokes = Int((count - summed) % 5)
    }

    /// The marks as inline SVG, one small drawing a gate. Complete gates refer
    /// to ``definitions``, which the page must hold once.
    ///
    /// - Parameter format: Puts the summed number into the reader's form.
    public func svg(format: (Int64) -> String) -> String {
        var text = ""
        text.reserveCapacity(gates * 65 + 200)
        if summed > 0 {
            text +=
                "<span class=\"marks-sum\">\(Self.open)<path class=\"ink\" d=\"\(WesternGeometry.bundle)\"/></svg> × "
            text += format(summed)
            text += "</span>"
        }
        let variants = WesternGeometry.gates.count
        for gate in 0..<gates {
            text += Self.open
            text += Self.uses[gate % variants]
        }
        if strokes > 0 {
            text += Self.open
            for upright in WesternGeometry.gates[gates % variants].uprights.prefix(strokes) {
                text += "<path class=\"ink\" d=\"\(upright)\"/>"
            }
            text += "</svg>"
        }
        return text
    }

    /// The complete gates, to be put once into a page that shows marks.
    public static let definitions: String = {
        let groups = WesternGeometry.gates.enumerated().map { index, gate in
            let ink = gate.uprights.joined()
            return
                "<g id=\"gate-\(index)\"><path class=\"ink\" d=\"\(ink)\"/><path class=\"slash\" d=\"\(gate.slash)\"/></g>"
        }
        return "<svg class=\"hidden\" aria-hidden=\"true\"><defs>\(groups.joined())</defs></svg>"
    }()

    private static let open = "<svg class=\"gate\" viewBox=\"0 0 32 32\">"
    private static let uses = WesternGeometry.gates.indices.map { "<use href=\"#gate-\($0)\"/></svg>" }
}
