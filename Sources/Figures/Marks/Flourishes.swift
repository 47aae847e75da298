// Short animations for whoever reaches a special number: a few strokes beside it,
// which disappear at once.

/// The strokes for special numbers, in a box the size of a gate's.
public enum Flourishes {
    /// A curved line: its start, and relative to it the control point and the end.
    struct Stroke: Sendable {
        let x, y, controlX, controlY, endX, endY: Int

        init(_ x: Int, _ y: Int, _ controlX: Int, _ controlY: Int, _ endX: Int, _ endY: Int) {
            self.x = x
            self.y = y
            self.controlX = controlX
            self.controlY = controlY
            self.endX = endX
            self.endY = endY
        }
    }

    /// By number, in drawing order.
    static let strokes: [(count: Int64, strokes: [Stroke])] = [
        // The answer to an unknown question.
        (
            42,
            [
                Stroke(17, 18, 1, -13, 13, -12), Stroke(30, 6, 14, 2, 9, 14), Stroke(39, 20, -8, 8, -11, 16),
                Stroke(28, 46, 0, 1, 1, 2),
            ]
        ),
        // An underline.
        (100, [Stroke(3, 36, 22, -16, 35, -3), Stroke(38, 33, 10, 10, 15, -7)]),
        // π
        (314, [Stroke(8, 16, 20, -4, 40, 0), Stroke(19, 15, -1, 16, -5, 32), Stroke(36, 15, -2, 18, 4, 32)]),
        // One orbit around the sun.
        (
            365,
            [
                Stroke(28, 18, 11, 0, 11, 11), Stroke(39, 29, 0, 11, -11, 11),
                Stroke(28, 40, -11, 0, -11, -11),
                Stroke(17, 29, 0, -11, 11, -11), Stroke(28, 12, 0, -4, 0, -9), Stroke(40, 17, 3, -3, 6, -6),
                Stroke(45, 29, 4, 0, 9, 0), Stroke(40, 41, 3, 3, 6, 6), Stroke(28, 46, 0, 4, 0, 9),
                Stroke(16, 41, -3, 3, -6, 6), Stroke(11, 29, -4, 0, -9, 0), Stroke(16, 17, -3, -3, -6, -6),
            ]
        ),
        // A star of five strokes.
        (
            1000,
            [
                Stroke(28, 4, 9, 22, 15, 46), Stroke(43, 50, -20, -12, -39, -28),
                Stroke(4, 22, 24, -2, 48, 0),
                Stroke(52, 22, -18, 15, -39, 28), Stroke(13, 50, 6, -24, 15, -46),
            ]
        ),
        // The golden ratio's spiral.
        (
            1618,
            [
                Stroke(46, 40, -4, 14, -20, 12), Stroke(26, 52, -20, -2, -20, -22),
                Stroke(6, 30, 2, -20, 22, -20),
                Stroke(28, 10, 14, 2, 14, 16), Stroke(42, 26, -2, 10, -12, 10),
                Stroke(30, 36, -8, -2, -8, -10),
                Stroke(22, 26, 1, -6, 7, -6),
            ]
        ),
        // An underline for a full page.
        (
            10_000,
            [Stroke(2, 26, 26, -12, 50, -4), Stroke(52, 22, -30, 14, -44, 16), Stroke(8, 38, 24, -8, 44, -2)]
        ),
    ]

    /// The special numbers.
    public static let counts = strokes.map(\.count)

    /// The drawings as the source of a JavaScript module, which exports them by
    /// number as `flourishes`.
    public static let module: String = {
        let entries = strokes.map { count, strokes in
            let paths = strokes.map { stroke in
                var pen = Pen(reserving: 32)
                pen.move("M", stroke.x, stroke.y)
                pen.move("q", stroke.controlX, stroke.controlY)
                pen.writeNext(stroke.endX)
                pen.writeNext(stroke.endY)
                return "\"\(pen.text)\""
            }
            return "\"\(count)\":[\(paths.joined(separator: ","))]"
        }
        return "export const flourishes = {\(entries.joined(separator: ","))}\n"
    }()
}
