// Fractal completion tallies (seeds 001 and 003; the rules are in
// tally-marks.md): what is complete is drawn smaller and simpler, and the mark
// in hand is always as large as the first one was.

/// A count laid out as fractal marks.
///
/// From the left and the top: units of 10,000 and more, a grid for each power
/// of a hundred; rows of a thousand; a row of hundreds; and below them the
/// hundred in hand, with every stroke.
public struct FractalMarks: Sendable, Hashable {
    private let count: Int64
    /// How many there are of 100⁰, 100¹, 100² …, the digits of the count in base 100.
    private let digits: [Int]

    /// - Parameter count: Not below 0.
    public init(_ count: Int64) {
        self.count = count
        var digits: [Int] = []
        var rest = count
        repeat {
            digits.append(Int(rest % 100))
            rest /= 100
        } while rest > 0
        self.digits = digits
    }

    /// Complete hundreds and thousands, and what is in hand.
    private var hand: Int { digits[0] }
    private var hundreds: Int { digits.count > 1 ? digits[1] % 10 : 0 }
    private var thousands: Int { digits.count > 1 ? digits[1] / 10 : 0 }

    /// The power of a hundred that the count is; nil for any other.
    private var closedPower: Int? {
        digits.count > 1 && digits.last == 1 && digits.dropLast().allSatisfy { $0 == 0 }
            ? digits.count - 1 : nil
    }

    /// The marks as one inline SVG; nothing for 0.
    public var svg: String {
        guard count > 0 else { return "" }
        var pen = Pen(reserving: 2048)
        let size = layOut { _ in }
        pen.write("<svg class=\"tally\" viewBox=\"0 0 ")
        pen.write(size.width)
        pen.write(" ")
        pen.write(size.height)
        pen.write("\" width=\"")
        // Two units a pixel, sixteen pixels an em.
        pen.write(size.width / 32)
        pen.write(Self.quarters[size.width % 32 / 8])
        pen.write("em\">")
        layOut { $0.draw(into: &pen) }
        pen.write("</svg>")
        return pen.text
    }

    private static let quarters: [StaticString] = ["", ".25", ".5", ".75"]

    /// Something to be drawn, at a place.
    fileprivate enum Part {
        case hundred
        case row
        case closedTower
        case closedGrid(power: Int)
        case grid(power: Int, MarkGeometry.Grid, units: Int, x: Int, y: Int)
        case tower(rows: Int, y: Int)
        case blocks(MarkGeometry.Block, Int, x: Int, y: Int)
        case hand(Int, x: Int, y: Int)
    }

    /// Says what is drawn where.
    ///
    /// - Returns: The size of the whole, a multiple of a quarter em.
    @discardableResult
    private func layOut(_ place: (Part) -> Void) -> (width: Int, height: Int) {
        var width = 0, height = 0
        func put(_ part: Part, _ right: Int, _ bottom: Int) {
            place(part)
            width = max(width, right)
            height = max(height, bottom)
        }
        if let power = closedPower {
            switch power {
            case 1: put(.hundred, MarkGeometry.blocks[0].size, MarkGeometry.blocks[0].size)
            case 2: put(.closedTower, 10 * MarkGeometry.tower.size, 10 * MarkGeometry.tower.pitch)
            default:
                put(
                    .closedGrid(power: power), 10 * MarkGeometry.grids[0].size,
                    10 * MarkGeometry.grids[0].pitch)
            }
            return Self.rounded(width, height)
        }
        if count == 1000 {
            put(.row, 10 * MarkGeometry.blocks[1].pitch - 8, MarkGeometry.blocks[1].size)
            return Self.rounded(width, height)
        }

        let powers = digits.indices.dropFirst(2).reversed().filter { digits[$0] > 0 }
        let isCrowded = powers.count > MarkGeometry.gridsInLine[0]
        let grid = MarkGeometry.grids[isCrowded ? 1 : 0]
        let inLine = MarkGeometry.gridsInLine[isCrowded ? 1 : 0]
        var top = 0
        for (index, power) in powers.enumerated() {
            if index > 0, index % inLine == 0 { top = height + MarkGeometry.gap }
            let x = index % inLine * (10 * grid.size + MarkGeometry.gap)
            let rows = (digits[power] + 9) / 10
            put(
                .grid(power: power, grid, units: digits[power], x: x, y: top), x + 10 * grid.size,
                top + rows * grid.pitch)
        }

        let y = powers.isEmpty ? 0 : height + MarkGeometry.gap
        var x = 0, handTop = y
        if thousands > 0 {
            let tower = MarkGeometry.tower
            put(.tower(rows: thousands, y: y), 10 * tower.size, y + thousands * tower.pitch)
            x = MarkGeometry.besideTower
        }
        if hundreds > 0 {
            let block = MarkGeometry.blocks[thousands > 0 ? 2 : 1]
            put(.blocks(block, hundreds, x: x, y: y), x + hundreds * block.pitch, y + block.size)
            handTop += block.size + MarkGeometry.belowBlocks
        }
        if hand > 0 {
            let last = MarkGeometry.quarters[hand > 50 ? 3 : hand > 25 ? 1 : 0]
            put(
                .hand(hand, x: x, y: handTop), x + last[0] + MarkGeometry.unit[0],
                handTop + last[1] + MarkGeometry.unit[1])
        }
        return Self.rounded(width, height)
    }

    private static func rounded(_ width: Int, _ height: Int) -> (width: Int, height: Int) {
        ((width + 7) / 8 * 8, (height + 7) / 8 * 8)
    }
}

extension FractalMarks.Part {
    fileprivate func draw(into pen: inout Pen) {
        switch self {
        case .hundred: Self.draw(MarkGeometry.blocks[0], 1, 0, 0, &pen)
        case .row:
            let block = MarkGeometry.blocks[1]
            pen.path("box") { pen in
                for index in 0..<10 { pen.outline(block.square, index * block.pitch, 0) }
            }
            pen.path("line") { $0.draw(MarkGeometry.rowLine, 0, 0) }
        case .closedTower:
            let tower = MarkGeometry.tower
            pen.path("box fine") { $0.squares(tower, 100, 0, 0) }
            pen.path("line fine") { $0.lines(tower, rows: 10, 0, 0) }
            pen.path("closure") { $0.draw(tower.closure, 0, 0) }
        case .closedGrid(let power):
            let grid = MarkGeometry.grids[0]
            Self.draw(grid, power - 1, 100, 0, 0, isClosed: true, &pen)
        case .grid(let power, let grid, let units, let x, let y):
            Self.draw(grid, power, units, x, y, isClosed: false, &pen)
        case .tower(let rows, let y):
            pen.path("box fine") { $0.squares(MarkGeometry.tower, 10 * rows, 0, y) }
            pen.path("line fine") { $0.lines(MarkGeometry.tower, rows: rows, 0, y) }
        case .blocks(let block, let count, let x, let y): Self.draw(block, count, x, y, &pen)
        case .hand(let count, let x, let y): Self.draw(hand: count, x, y, &pen)
        }
    }

    private static func draw(
        _ block: MarkGeometry.Block, _ count: Int, _ x: Int, _ y: Int, _ pen: inout Pen
    ) {
        pen.path("box") { pen in
            for index in 0..<count { pen.outline(block.square, x + index * block.pitch, y) }
        }
        pen.path("cross") { pen in
            for index in 0..<count {
                for stroke in block.cross { pen.draw(stroke, x + index * block.pitch, y) }
            }
        }
    }

    /// Units of 100 to the power; the colours take turns with it.
    private static func draw(
        _ grid: MarkGeometry.Grid, _ power: Int, _ units: Int, _ x: Int, _ y: Int, isClosed: Bool,
        _ pen: inout Pen
    ) {
        pen.write("<g class=\"unit unit-")
        pen.write(power)
        pen.write("\">")
        pen.path("box fine") { $0.squares(grid, units, x, y) }
        pen.path("cross fine") { $0.diagonals(grid, units, x, y) }
        pen.path("line fine", when: units > 9) { $0.lines(grid, rows: units / 10, x, y) }
        pen.path("closure", when: isClosed) { $0.draw(grid.closure, x, y) }
        pen.write("</g>")
    }

    /// Up to 99 marks with every stroke. The strokes of a twenty-five are one
    /// line without lifting: those of the next are then the same text.
    private static func draw(hand count: Int, _ x: Int, _ y: Int, _ pen: inout Pen) {
        /// - Parameter first: How many of a twenty-five's strokes that many marks need.
        func twentyFives(
            _ pen: inout Pen, _ strokes: [MarkGeometry.Stroke], all: [UInt8], first: (Int) -> Int
        ) {
            for unit in 0..<(count + 24) / 25 {
                let x = x + MarkGeometry.quarters[unit][0], y = y + MarkGeometry.quarters[unit][1]
                let needed = first(min(25, count - 25 * unit))
                if needed == strokes.count {
                    pen.move("M", x + strokes[0].x, y + strokes[0].y)
                    pen.write(all)
                } else if needed > 0 {
                    pen.draw(strokes, first: needed, x, y)
                }
            }
        }
        pen.path("ink") { pen in
            twentyFives(&pen, MarkGeometry.uprights, all: MarkGeometry.allUprights) { $0 / 5 * 4 + $0 % 5 }
        }
        pen.path("slash", when: count > 4) { pen in
            twentyFives(&pen, MarkGeometry.slashes, all: MarkGeometry.allSlashes) { $0 / 5 }
        }
        pen.path("cap", when: count > 24) { pen in
            for unit in 0..<count / 25 {
                pen.draw(
                    MarkGeometry.cap, first: 2, x + MarkGeometry.quarters[unit][0],
                    y + MarkGeometry.quarters[unit][1])
            }
        }
    }
}
