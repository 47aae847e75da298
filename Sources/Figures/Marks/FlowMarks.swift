// Western gates and 正: fives in rows as one writes them, the unfinished one last.
// In large counts, one ringed five and a number stand for the fives that are not drawn.

/// A count laid out as fives in a row.
public struct FlowMarks: Sendable, Hashable {
    private typealias Geometry = MarkGeometry

    /// The shape of a five.
    public enum Five: Sendable, CaseIterable { case gate, character }

    /// The shape of all its fives.
    public let five: Five
    /// Complete fives that are not drawn, a multiple of ten.
    public let putAway: Int64
    /// The number of drawn marks.
    public let drawn: Int

    private let isLarge: Bool
    private let frame: MarkFrame

    /// - Parameter count: Not negative.
    public init(_ count: Int64, _ five: Five, in frame: MarkFrame = .wide) {
        self.five = five
        self.frame = frame
        isLarge = count <= Geometry.mostLarge
        putAway = count > Geometry.mostDrawn ? ((count - 1) / 5) / 10 * 10 - 10 : 0
        drawn = Int(count - 5 * putAway)
    }

    /// The marks as one inline SVG, which refers to ``MarkShapes``.
    ///
    /// - Parameter format: Localises the number of fives that are not drawn.
    public func svg(format: (Int64) -> String) -> String {
        var pen = Pen(reserving: 512)
        let large = frame == .tall ? Geometry.tallLargeFlow : Geometry.largeFlowFrame
        pen.open(isLarge ? large : Geometry.flowFrame, frame)
        if drawn == 0 {
            five == .gate ? pen.use("o", at: 0, 0) : pen.use("oz", at: 0, 0)
        } else {
            if putAway > 0 {
                five == .gate ? pen.use("wo", at: 0, Geometry.ringY) : pen.use("Zo", at: 0, Geometry.ringY)
                pen.write("<text")
                pen.place(Geometry.sum.x, Geometry.sum.y)
                pen.write(">× ")
                pen.write(format(putAway))
                pen.write("</text>")
            }
            drawRows(into: &pen)
        }
        pen.write("</svg>")
        return pen.text
    }

    private func drawRows(into pen: inout Pen) {
        let inRow = isLarge ? 5 : 10, down = isLarge ? Geometry.largeFlowDown : Geometry.flow.down
        let stamps: [UInt8] = five == .gate ? Self.gates : Self.characters
        let rows: [UInt8] = five == .gate ? Self.rowsOfGates : Self.rowsOfCharacters
        var left = drawn, line = 0
        while left > 0 {
            let whole = min(inRow, left / 5), y = (line + (putAway > 0 ? 1 : 0)) * down
            if whole > 0 { pen.use(letter: rows[line % 2], whole, at: 0, y) }
            left -= 5 * whole
            // Uses the stamp of the completed five, so that its strokes do not
            // change when it is complete.
            if whole < inRow, left > 0 {
                pen.use(letter: Self.stamp(stamps, line, whole), left, at: whole * Geometry.flow.pitch, y)
                left = 0
            }
            line += 1
        }
    }

    private static let gates = Array("abcd".utf8), characters = Array("xyz".utf8)
    private static let rowsOfGates = Array("wW".utf8), rowsOfCharacters = Array("ZY".utf8)

    /// Which stamp is used where: neighbours always differ.
    static func stamp(_ stamps: [UInt8], _ line: Int, _ column: Int) -> UInt8 {
        stamps[(column * (stamps.count - 1) + line % 2 * (stamps.count / 2)) % stamps.count]
    }
}
