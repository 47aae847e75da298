// Fractal completion tallies: five strokes are a gate, five gates a 25, four of
// these a hundred, and from there on ten of each make the next. Completed groups
// shrink and move to the left; the current mark keeps its size and, from 101 on,
// its place.

/// A count laid out as fractal marks.
public struct FractalMarks: Sendable, Hashable {
    private typealias Geometry = MarkGeometry

    private let count: Int64
    private let frame: MarkFrame

    /// - Parameter count: Not negative.
    public init(_ count: Int64, in frame: MarkFrame = .wide) {
        self.count = count
        self.frame = frame
    }

    /// The marks as one inline SVG, which refers to ``MarkShapes``.
    public var svg: String {
        var pen = Pen(reserving: 1024)
        pen.open(window, frame)
        draw(into: &pen)
        pen.write("</svg>")
        return pen.text
    }

    private var window: MarkGeometry.Window {
        let isTall = frame == .tall
        switch count {
        case ..<6: return isTall ? Geometry.tallAlone : Geometry.alone
        case ..<26: return isTall ? Geometry.tallOne : Geometry.frame
        case ..<100: return isTall ? Geometry.tallFour : Geometry.frame
        case 100: return isTall ? Geometry.tallHundred : Geometry.frame
        default: return Geometry.frame
        }
    }

    private func draw(into pen: inout Pen) {
        switch count {
        case 0: pen.use("o", at: 0, 0)
        case ..<6: pen.use("a", Int(count), at: 0, 0)
        case ..<100: drawHand(Int(count), into: &pen)
        default:
            var power = 0, unit: Int64 = 1
            while count / unit >= 10 {
                unit *= 10
                power += 1
            }
            if count == unit {
                drawClosed(power, into: &pen)
            } else {
                drawPlaces(power - 1, unit, into: &pen)
                drawHand(afterHundreds: Int(count % 100), into: &pen)
            }
        }
    }

    // MARK: The hand

    /// Up to 99, all at full size: in a row, or two by two.
    private func drawHand(_ marks: Int, into pen: inout Pen) {
        let units = (marks + 24) / 25
        for unit in 0..<units {
            let column = frame == .tall ? unit % 2 : unit, row = frame == .tall ? unit / 2 : 0
            draw(
                min(25, marks - 25 * unit), ofUnit: unit, Geometry.paddingX + column * Geometry.pitch,
                Geometry.paddingY + row * Geometry.height, into: &pen)
        }
    }

    /// Marks below a hundred: completed 25s are filed, except the one just completed.
    private func drawHand(afterHundreds marks: Int, into pen: inout Pen) {
        guard marks > 0 else {
            let place = Geometry.places[0]
            pen.use("o", at: Geometry.handX + place.x, Geometry.paddingY + place.y)
            return
        }
        let filed = (marks - 1) / 25
        if filed > 0 { pen.use("f", filed, at: 0, 0) }
        draw(marks - 25 * filed, ofUnit: filed, Geometry.handX, Geometry.paddingY, into: &pen)
    }

    /// 1–25 marks of a 25.
    private func draw(_ marks: Int, ofUnit unit: Int, _ x: Int, _ y: Int, into pen: inout Pen) {
        if marks == 25 {
            pen.use(letter: UInt8(ascii: "A") + UInt8(unit), at: x, y)
            return
        }
        for gate in 0..<(marks + 4) / 5 {
            let place = Geometry.places[gate]
            pen.use(
                letter: Geometry.gatesOfUnits[unit][gate], min(5, marks - 5 * gate), at: x + place.x,
                y + place.y)
        }
    }

    // MARK: What is complete

    /// A power of ten from 100 on.
    private func drawClosed(_ power: Int, into pen: inout Pen) {
        guard power > 2 else { return pen.use("H", at: 0, 0) }
        let level = power / 2
        let empty = power > 3 ? power - 2 : 0
        if power % 2 == 1 {
            pen.use(level == 1 ? "M" : "N", at: 0, 0, level: level)
            let dots = Geometry.dotsBelow
            for dot in 0..<empty { pen.use("e", at: dots.x + dots.pitch * dot, dots.y) }
        } else {
            pen.use("K", at: Geometry.left + Geometry.besideTower, 0, level: level)
            let dots = Geometry.dotsBeside
            for dot in 1...empty {
                let x = min(dots.pitch * dot, dots.room * dot / (empty + 1))
                pen.use("e", at: dots.x + x, Geometry.axis)
            }
            drawHand(afterHundreds: 0, into: &pen)
        }
    }

    /// The decimal places from the highest to the hundreds.
    private func drawPlaces(_ places: Int, _ highest: Int64, into pen: inout Pen) {
        let first = Int(count / highest)
        if places == 1 {
            let fives = Geometry.fives
            pen.use("h", first, at: 0, Self.top(of: (first + 4) / 5, fives.size, fives.pitchY))
            return
        }
        if places == 2 {
            let tower = Geometry.tower, nines = Geometry.nines
            let hundreds = Int(count / 100 % 10)
            pen.use(
                "t", first, at: Geometry.left + Geometry.besideTower,
                Self.topOfPile(first, tower.size, tower.pitchY))
            if hundreds > 0 {
                let top = Self.top(of: (hundreds + 2) / 3, nines.size, nines.pitchY)
                pen.use("n", hundreds, at: Geometry.ninesX, top)
            } else {
                pen.use("e", at: Geometry.dotForNines, Geometry.axis)
            }
            return
        }
        let distance = Distance(places)
        var unit = highest, taken = 0
        for place in 0..<places {
            let above = places - place
            let width = above % 2 == 0 ? distance.rows : distance.squares
            let x = Geometry.left + 4 + taken + place * distance.slack / (places - 1)
            let digit = Int(count / unit % 10)
            if digit == 0 {
                pen.use("e", at: x + width / 2, Geometry.axis)
            } else {
                draw(digit, above, isHighest: place == 0, distance, x, into: &pen)
            }
            taken += width
            unit /= 10
        }
    }

    /// Up to nine units of a place, vertically centred.
    ///
    /// - Parameter above: The distance from the tens: 1 for hundreds, 2 for thousands.
    private func draw(
        _ digit: Int, _ above: Int, isHighest: Bool, _ distance: Distance, _ x: Int, into pen: inout Pen
    ) {
        let level = (above + 1) / 2
        if above % 2 == 0 {
            let rows = distance.nameOfRows
            pen.use(
                rows.name, digit, at: x + rows.shift, Self.topOfPile(digit, rows.size, rows.pitch),
                level: level)
        } else if let name = distance.nameOfSquares(isHundred: level == 1) {
            pen.use(
                name, digit, at: x, Self.topOfPile(digit, distance.squares, Geometry.bead), level: level)
        } else if isHighest && digit < 3 {
            let large = Geometry.large
            pen.use("Q", digit, at: x, Self.top(of: digit, large.size, large.pitch), level: level)
        } else {
            let pillar = Geometry.pillar
            pen.use(
                level == 1 ? "p" : "q", digit, at: x,
                Self.top(of: min(5, digit), pillar.size, pillar.pitchY), level: level)
        }
    }

    /// Where vertically centred rows begin.
    private static func top(of rows: Int, _ size: Int, _ pitch: Int) -> Int {
        (Geometry.height - (rows - 1) * pitch - size) / 2
    }

    /// The same for a pile, which has a gap after five.
    private static func topOfPile(_ rows: Int, _ size: Int, _ pitch: Int) -> Int {
        (Geometry.height - (rows - 1) * pitch - size - (rows > 5 ? Geometry.afterFive : 0)) / 2
    }
}

/// The scale of a count's places: the more there are, the smaller each is.
private struct Distance {
    private typealias Geometry = MarkGeometry

    let places: Int
    /// The widths of a place with squares and of one with rows.
    let squares, rows: Int
    /// The total space between all places.
    let slack: Int

    init(_ places: Int) {
        self.places = places
        switch places {
        case 3: (squares, rows) = (Geometry.widePillar, Geometry.wideTower)
        case 4: (squares, rows) = (Geometry.widePillar, Geometry.wideNarrowTower)
        case 5, 6: (squares, rows) = (Geometry.widePillar, Geometry.bandAfar)
        case 7, 8: (squares, rows) = (Geometry.squareAfar, Geometry.bandAfar)
        default: (squares, rows) = (Geometry.squareFarther, Geometry.bandFarther)
        }
        let widths = (places + 1) / 2 * squares + places / 2 * rows
        slack = min(Geometry.gap * (places - 1), Geometry.right - Geometry.left - widths)
    }

    /// The name of rows of ten, their offset in their place, their size and pitch.
    var nameOfRows: (name: StaticString, shift: Int, size: Int, pitch: Int) {
        switch places {
        case 3: ("t", Geometry.besideTower, Geometry.tower.size, Geometry.tower.pitchY)
        case 4: ("v", Geometry.besideTower, Geometry.narrowTower.size, Geometry.narrowTower.pitchY)
        case 5...8: ("bm", 5, Geometry.squareAfar, Geometry.bead)
        default: ("bs", 5, Geometry.squareFarther, Geometry.bead)
        }
    }

    /// The name of stacked squares; nil if they are in two columns.
    func nameOfSquares(isHundred: Bool) -> StaticString? {
        switch places {
        case ..<7: nil
        case ..<9: isHundred ? "pm" : "qm"
        default: isHundred ? "ps" : "qs"
        }
    }
}
