// The one table of geometry for all marks, in whole numbers, so that the
// server's drawer and the browser's, which is given the same table as a module,
// cannot differ in the last digit. Two units are one CSS pixel.

/// Where marks lie and how their strokes run.
///
/// Hands do not rule lines: strokes bow a little and differ by a hair, in a
/// few gates that take turns, so that the same mark always looks the same.
public enum MarkGeometry {
    /// A bowed line: where it begins, and from there its control point and its end.
    public struct Stroke: Sendable, Hashable {
        public let x, y, controlX, controlY, endX, endY: Int

        init(_ x: Int, _ y: Int, _ controlX: Int, _ controlY: Int, _ endX: Int, _ endY: Int) {
            self.x = x
            self.y = y
            self.controlX = controlX
            self.controlY = controlY
            self.endX = endX
            self.endY = endY
        }

        func moved(_ right: Int, _ down: Int) -> Stroke {
            Stroke(x + right, y + down, controlX, controlY, endX, endY)
        }

        var numbers: [Int] { [x, y, controlX, controlY, endX, endY] }
    }

    /// A hundred: a square, and the X in it.
    public struct Block: Sendable, Hashable {
        /// From one block to the next in a row.
        public let pitch: Int
        public let size: Int
        public let square: [Stroke]
        public let cross: [Stroke]
    }

    /// Squares in rows of ten, neighbours with a wall between them.
    public struct Grid: Sendable, Hashable {
        public let size: Int
        /// From one row to the next.
        public let pitch: Int
        /// Through a complete row.
        public let line: Stroke
        /// Across ten complete rows.
        public let closure: Stroke
        /// A complete row's squares and diagonals, from where the pen was set down: there are many of them.
        let rowOfSquares, rowOfDiagonals: [UInt8]

        init(size: Int, pitch: Int, line: Stroke, closure: Stroke) {
            self.size = size
            self.pitch = pitch
            self.line = line
            self.closure = closure
            rowOfSquares = Pen.bytes { $0.row(ofSquares: 10, size) }
            rowOfDiagonals = Pen.bytes { $0.row(ofDiagonals: 10, size) }
        }
    }

    /// The box of a gate, and of a 正.
    public static let cell = 56

    /// The marks of a five in the order they are made; the last one completes it.
    ///
    /// Three bows take turns as uprights, each with its own way to the next
    /// one: that compresses well, and no two neighbours look the same.
    public static let gates: [[Stroke]] = [
        [
            Stroke(9, 6, -2, 8, 1, 44), Stroke(21, 5, 2, 9, -1, 45), Stroke(33, 6, -1, 8, 1, 43),
            Stroke(44, 5, -2, 8, 1, 44), Stroke(3, 43, 26, -8, 50, -28),
        ],
        [
            Stroke(10, 5, 2, 9, -1, 45), Stroke(22, 6, -1, 8, 1, 43), Stroke(33, 5, -2, 8, 1, 44),
            Stroke(45, 4, 2, 9, -1, 45), Stroke(2, 41, 26, -8, 51, -26),
        ],
        [
            Stroke(9, 6, -1, 8, 1, 43), Stroke(20, 5, -2, 8, 1, 44), Stroke(32, 4, 2, 9, -1, 45),
            Stroke(44, 5, -1, 8, 1, 43), Stroke(4, 44, 23, -9, 48, -29),
        ],
        [
            Stroke(10, 5, -2, 8, 1, 44), Stroke(22, 4, 2, 9, -1, 45), Stroke(34, 5, -1, 8, 1, 43),
            Stroke(45, 4, -2, 8, 1, 44), Stroke(3, 43, 26, -8, 50, -28),
        ],
        [
            Stroke(9, 7, 2, 9, -1, 45), Stroke(21, 8, -1, 8, 1, 43), Stroke(32, 7, -2, 8, 1, 44),
            Stroke(44, 6, 2, 9, -1, 45), Stroke(2, 41, 26, -8, 51, -26),
        ],
    ]

    /// 正 in its stroke order: top bar, upright, short right bar, short left upright, base bar.
    public static let characters: [[Stroke]] = [
        [
            Stroke(8, 9, 20, -2, 41, 0), Stroke(29, 9, 1, 20, 0, 39), Stroke(30, 28, 8, -2, 16, -1),
            Stroke(14, 25, 1, 11, 0, 23), Stroke(5, 49, 23, -3, 47, -1),
        ],
        [
            Stroke(7, 8, 21, 1, 42, 0), Stroke(28, 8, -1, 20, 0, 40), Stroke(29, 27, 9, 0, 18, -1),
            Stroke(15, 26, -1, 11, 0, 22), Stroke(4, 48, 24, 2, 48, 0),
        ],
        [
            Stroke(8, 8, 20, 0, 40, 1), Stroke(28, 9, 1, 19, 1, 39), Stroke(30, 29, 8, -2, 17, -2),
            Stroke(14, 26, 1, 12, 1, 22), Stroke(5, 49, 22, -2, 46, 0),
        ],
    ]

    /// Where the five gates of a twenty-five lie: centre, NE, NW, SE, SW.
    public static let places = [[58, 29], [116, 0], [0, 0], [116, 58], [0, 58]]
    /// The size of a twenty-five.
    public static let unit = [172, 114]
    /// The uprights of its gates, and their slashes, in the order they are made.
    static let uprights = inPlaces { $0.dropLast() }
    static let slashes = inPlaces { $0.suffix(1) }
    /// A complete one's, from where the pen was set down.
    static let allUprights = Pen.bytes { $0.chain(uprights, first: uprights.count) }
    static let allSlashes = Pen.bytes { $0.chain(slashes, first: slashes.count) }

    private static func inPlaces(_ part: ([Stroke]) -> ArraySlice<Stroke>) -> [Stroke] {
        zip(gates, places).flatMap { gate, place in
            part(gate).map { $0.moved(place[0], place[1]) }
        }
    }
    /// The X over a complete twenty-five.
    public static let cap = [Stroke(9, 8, 82, 45, 155, 98), Stroke(164, 7, -79, 45, -157, 101)]
    /// Where the four twenty-fives of a hundred lie: NW, NE, SW, SE.
    public static let quarters = [[0, 0], [192, 0], [0, 130], [192, 130]]

    /// A hundred by itself, hundreds in a row by themselves, and beside thousands.
    public static let blocks: [Block] = [
        Block(
            pitch: 114, size: 114,
            square: [
                Stroke(4, 5, 54, -3, 106, 0), Stroke(110, 5, 3, 54, -1, 105),
                Stroke(109, 110, -54, 2, -105, -1),
                Stroke(4, 109, -2, -52, 0, -104),
            ],
            cross: [Stroke(23, 22, 37, 35, 70, 71), Stroke(94, 21, -35, 38, -73, 73)]
        ),
        Block(
            pitch: 60, size: 52,
            square: [
                Stroke(2, 3, 24, -2, 47, 0), Stroke(49, 3, 2, 24, 0, 46), Stroke(49, 49, -24, 2, -46, 0),
                Stroke(3, 49, -2, -23, -1, -46),
            ],
            cross: [Stroke(12, 12, 15, 14, 28, 29), Stroke(40, 12, -14, 15, -29, 29)]
        ),
        Block(
            pitch: 36, size: 30,
            square: [
                Stroke(1, 1, 14, 0, 28, 0), Stroke(29, 1, 0, 14, 0, 28), Stroke(29, 29, -14, 0, -28, 0),
                Stroke(1, 29, 0, -14, 0, -28),
            ],
            cross: [Stroke(8, 8, 7, 8, 14, 15), Stroke(22, 8, -7, 8, -15, 15)]
        ),
    ]
    /// Through ten hundreds by themselves.
    public static let rowLine = Stroke(-4, 28, 300, -7, 600, -2)

    /// Rows of a thousand, beside which the hundreds stand.
    public static let tower = Grid(
        size: 19, pitch: 26,
        line: Stroke(-5, 10, 98, -3, 200, -1), closure: Stroke(-5, 256, 96, -126, 201, -259)
    )
    /// From the left of the tower to what stands beside it.
    public static let besideTower = 224

    /// The units of 10,000 and more, each kind a grid of its own; and where there are many kinds.
    public static let grids: [Grid] = [
        Grid(
            size: 17, pitch: 22,
            line: Stroke(-4, 9, 88, -2, 178, -1), closure: Stroke(-4, 218, 86, -107, 179, -221)
        ),
        Grid(
            size: 9, pitch: 12,
            line: Stroke(-3, 5, 48, -1, 96, -1), closure: Stroke(-3, 119, 48, -59, 96, -121)
        ),
    ]
    /// So many kinds stand in a line, in grids of either size.
    public static let gridsInLine = [3, 5]
    /// Between one grid and the next, and between one line and the next.
    public static let gap = 24
    /// Between hundreds and what is below them.
    public static let belowBlocks = 20

    /// In the western style and in 正, up to this many marks are all drawn.
    public static let mostDrawn: Int64 = 2500
    /// Beyond, older marks are summed up this many at a time.
    public static let summedStep: Int64 = 1000
}
