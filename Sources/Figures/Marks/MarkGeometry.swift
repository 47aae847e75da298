// The geometry of all marks in one table of integers. The browser gets the same
// table as a module, so its drawings cannot differ from the server's in the last
// digit. Four units are one CSS pixel.

/// The positions of marks and the shapes of their strokes.
///
/// Strokes look hand-drawn: slightly curved and irregular, in a few alternating
/// stamps, so that a mark always looks the same and neighbours differ.
public enum MarkGeometry {
    /// A brush stroke from one point to another.
    struct Stroke: Sendable {
        let fromX, fromY, toX, toY: Int
        /// How far its middle is from the straight line, in half units; above 0
        /// on the left of its direction.
        let bow: Int

        init(_ fromX: Int, _ fromY: Int, _ toX: Int, _ toY: Int, bow: Int) {
            self.fromX = fromX
            self.fromY = fromY
            self.toX = toX
            self.toY = toY
            self.bow = bow
        }
    }

    /// The width of a stroke at its start, its belly and its end.
    struct Breadth: Sendable {
        let start, belly, end: Double

        init(_ start: Double, _ belly: Double, _ end: Double) {
            self.start = start
            self.belly = belly
            self.end = end
        }
    }

    /// The positions of a 25's gates.
    struct Point: Sendable { let x, y: Int }

    /// The size of squares, and the distance from one to the next.
    struct Squares: Sendable { let size, pitchX, pitchY: Int }

    // MARK: The frame

    /// The visible area of a drawing: its viewBox.
    struct Window: Sendable { let x, y, width, height: Int }

    /// 340 by 112 pixels.
    static let width = 1360, height = 448
    static let frame = Window(x: 0, y: 0, width: width, height: height)
    /// 1–5 alone, nearly twice as large (strokes of 54 pixels).
    static let alone = Window(x: -11, y: -58, width: 716, height: 236)
    /// Fives in rows; up to 50 larger (strokes of 45 pixels).
    static let flowFrame = Window(x: -14, y: -12, width: width, height: height)
    static let largeFlowFrame = Window(x: -9, y: -10, width: 850, height: 280)
    /// The same for a tall frame: no wider than the drawing, so that it is drawn larger.
    static let tallAlone = Window(x: -24, y: -58, width: 152, height: 236)
    /// A single five, for a line of text.
    static let five = Window(x: -14, y: -10, width: 132, height: 140)
    static let tallOne = Window(x: 0, y: 0, width: 288, height: height)
    static let tallFour = Window(x: 0, y: 0, width: 645, height: 2 * height)
    static let tallHundred = Window(x: 0, y: 0, width: 424, height: height)
    static let tallLargeFlow = Window(x: -9, y: -10, width: 668, height: 280)

    /// How far a brush may overshoot: 2 and 5 pixels.
    static let paddingX = 8, paddingY = 20
    /// The height of all full drawings.
    static let full = height - 2 * paddingY
    /// The middle line, on which completed groups are centred.
    static let axis = height / 2

    // MARK: The hand

    static let twentyFive = (width: 272, height: full)
    /// Its gates: centre, NE, NW, SE, SW.
    static let places = [
        Point(x: 84, y: 146), Point(x: 168, y: 0), Point(x: 0, y: 0), Point(x: 168, y: 292),
        Point(x: 0, y: 292),
    ]
    /// The distance between two 25s in a row.
    static let pitch = 357
    /// The x of the 25 being filled, the same for all counts from 101.
    static let handX = width - paddingX - twentyFive.width
    /// Completed 25s below a hundred: x, vertical pitch, and scale in hundredths.
    static let filed = (x: 948, pitch: 139, hundredths: 32)

    // MARK: What is complete

    /// From 101 on, the bounds of completed groups.
    static let left = paddingX, right = 908
    /// 101–999: rows of five.
    static let fives = Squares(size: 146, pitchX: 178, pitchY: 184)
    /// Ten in a line.
    static let row = (size: 116, pitch: 134, x: 14)
    /// 1,001–99,999: rows of a thousand; and narrower ones up to 999,999.
    static let tower = Squares(size: 31, pitchX: 40, pitchY: 40)
    static let narrowTower = Squares(size: 19, pitchX: 23, pitchY: 40)
    /// The offset from a tower's place to its squares, because its line begins before them.
    static let besideTower = 14
    /// Hundreds beside the tower, three by three.
    static let nines = Squares(size: 117, pitchX: 141, pitchY: 141)
    static let ninesX = 472
    /// From 10,001 on: two columns of five; one or two of the highest unit are drawn large.
    static let pillar = Squares(size: 68, pitchX: 83, pitchY: 83)
    static let large = (size: 151, pitch: 179)
    /// Stacked, at a small scale: the pitch, and the gap after five.
    static let bead = 44, afterFive = 14
    /// The sizes of a unit and a row of ten at a small scale, and at the smallest.
    static let squareAfar = 38, bandAfar = 104
    static let squareFarther = 34, bandFarther = 34
    /// The widths of places: rows of a thousand up to 99,999 and up to 999,999, and two columns.
    static let wideTower = 410, wideNarrowTower = 246, widePillar = 151
    /// The maximum distance between two places.
    static let gap = 56
    /// The dots for empty places: below a line, beside a block, and for a missing
    /// hundred beside the tower.
    static let dotsBelow = (x: 32, pitch: 44, y: 352)
    static let dotsBeside = (x: 450, pitch: 120, room: 680)
    static let dotForNines = 540

    // MARK: Fives in rows

    /// Ten in a row, three rows.
    static let flow = (pitch: 134, down: 152)
    /// Up to 50: five in a row, two rows.
    static let largeFlowDown = 144
    /// Up to how many marks they are large, and up to how many all are drawn.
    static let mostLarge = 50, mostDrawn = 150
    /// The positions of the ringed five, and of the number of fives that are not drawn.
    static let ringY = -6, sum = (x: 172, y: 86)

    // MARK: Strokes

    /// Four gates: uprights, then the slash.
    static let gates: [[Stroke]] = [
        [
            Stroke(13, 5, 15, 113, bow: -4), Stroke(40, 2, 40, 114, bow: 3), Stroke(65, 5, 63, 112, bow: -5),
            Stroke(91, 3, 93, 114, bow: 2), Stroke(-3, 79, 107, 37, bow: -10),
        ],
        [
            Stroke(12, 3, 10, 113, bow: -3), Stroke(39, 6, 41, 112, bow: -6), Stroke(66, 2, 66, 115, bow: 3),
            Stroke(92, 6, 89, 112, bow: -4), Stroke(-1, 77, 106, 35, bow: 8),
        ],
        [
            Stroke(14, 5, 15, 113, bow: 3), Stroke(40, 3, 38, 114, bow: -5), Stroke(65, 5, 67, 113, bow: -3),
            Stroke(91, 2, 89, 115, bow: 4), Stroke(-4, 76, 108, 36, bow: -6),
        ],
        [
            Stroke(12, 2, 11, 114, bow: -5), Stroke(39, 5, 42, 112, bow: 2), Stroke(65, 3, 64, 114, bow: -4),
            Stroke(92, 4, 93, 113, bow: -2), Stroke(-2, 80, 105, 39, bow: 10),
        ],
    ]
    static let upright = Breadth(8, 11, 6), slash = Breadth(8, 13, 6)

    /// Which gate stamp is used where in a 25: neighbours always differ.
    static let gatesOfUnits = ["abcdb", "bcdac", "cdabd", "dabca"].map { Array($0.utf8) }

    /// The X over a 25: down to the right first, then down to the left.
    static let caps: [[Stroke]] = [
        [Stroke(17, 54, 257, 348, bow: 12), Stroke(253, 50, 15, 354, bow: -12)],
        [Stroke(13, 62, 253, 344, bow: -12), Stroke(259, 54, 21, 358, bow: 14)],
        [Stroke(19, 50, 251, 356, bow: 16), Stroke(249, 58, 15, 346, bow: 12)],
        [Stroke(15, 58, 259, 342, bow: -14), Stroke(257, 50, 13, 358, bow: -14)],
    ]
    static let cap = Breadth(20, 26, 11), capOfFiled = Breadth(30, 44, 24)

    /// 正 in its stroke order: top bar, upright, short right bar, short left upright, base bar.
    static let characters: [[Stroke]] = [
        [
            Stroke(12, 9, 92, 6, bow: -6), Stroke(52, 8, 51, 108, bow: 6), Stroke(54, 56, 88, 52, bow: -4),
            Stroke(24, 50, 26, 108, bow: -4), Stroke(1, 111, 104, 109, bow: -10),
        ],
        [
            Stroke(10, 7, 94, 9, bow: 6), Stroke(51, 9, 53, 110, bow: -6), Stroke(54, 54, 90, 55, bow: 4),
            Stroke(26, 52, 25, 110, bow: 4), Stroke(0, 113, 105, 111, bow: 8),
        ],
        [
            Stroke(13, 10, 91, 7, bow: 8), Stroke(53, 8, 51, 109, bow: 8), Stroke(53, 57, 87, 53, bow: -6),
            Stroke(23, 51, 26, 109, bow: 6), Stroke(2, 110, 103, 112, bow: -8),
        ],
    ]
    static let characterBreadths = [
        Breadth(7, 9, 11), Breadth(11, 10, 8), Breadth(7, 8, 10), Breadth(9, 9, 7), Breadth(9, 12, 11),
    ]

    /// The irregularities of corners and ends of squares and crosses, in four stamps.
    static let wobble: [[Double]] = [
        [0, 1, -1, 2, 1, -2, 2, 0], [1, -1, 2, 0, -2, 1, 0, 2], [-1, 2, 0, -1, 2, 0, 1, -2],
        [2, 0, 1, 1, -1, 2, -2, 1],
    ]
}
