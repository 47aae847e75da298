// Shapes of completed groups: hundreds, rows, towers, and their small versions.

extension ShapeSheet {
    private typealias Geometry = MarkGeometry
    private static let stamps = ["x", "y", "z"]

    mutating func drawHundreds() {
        drawFiled()
        define("H") { pen in
            let x = Double(Geometry.paddingX), y = Double(Geometry.paddingY), size = Double(Geometry.full)
            pen.path("box") { $0.square(x + 6, y + 6, size - 12, stamp: 1, 17) }
            pen.path("cross") { $0.cross(x, y, size, stamp: 0, 34) }
        }
        let fives = Geometry.fives
        let size = drawStamps("h", fives.size, 10) { $0.cross(0, 0, $1, stamp: $2, 17) }
        chain("h", 9) { index, pen in
            pen.use(
                size(index), Geometry.left + 4 + index % 5 * fives.pitchX, index / 5 * fives.pitchY)
        }
    }

    mutating func drawThousands() {
        let nines = Geometry.nines, row = Geometry.row
        let nine = drawStamps("n", nines.size, 9) { $0.cross(0, 0, $1, stamp: $2, 14) }
        chain("n", 9) { index, pen in
            pen.use(nine(index), index % 3 * nines.pitchX, index / 3 * nines.pitchY)
        }
        for stamp in 0..<3 {
            define("m\(stamp)") { $0.path("box") { $0.square(0, 0, Double(row.size), stamp: stamp, 9) } }
        }
        drawLine("M", with: nil)
        drawTowers("t", Geometry.tower)
        define("K") { pen in
            pen.use("t10", 0, Geometry.paddingY)
            pen.path("cross cap") { pen in
                let right = Double(10 * Geometry.tower.pitchX + 2), bottom = Double(Geometry.height)
                let padding = Double(Geometry.paddingY)
                pen.brush(
                    -8, bottom - padding - 2, right, padding + 4, bow: -8, MarkGeometry.Breadth(20, 30, 11))
            }
        }
        pen.write("<circle id=\"e\" class=\"nought\" r=\"9\"/>")
    }

    /// Ten squares in a line, and the line through them.
    ///
    /// - Parameter inside: The name of the shape inside each square.
    private mutating func drawLine(_ name: String, with inside: String?) {
        let row = Geometry.row, y = Geometry.axis - row.size / 2
        define(name) { pen in
            for index in 0..<10 { pen.use("m\(Self.stamp(index))", row.x + index * row.pitch, y) }
            if let inside { for index in 0..<10 { pen.use(inside, row.x + index * row.pitch, y) } }
            pen.path("line") {
                $0.brush(
                    2, Double(Geometry.axis + 6), Double(Geometry.width - 4), Double(Geometry.axis - 6),
                    bow: 5,
                    MarkGeometry.Breadth(17, 24, 9))
            }
        }
    }

    mutating func drawBeyond() {
        let row = Geometry.row, pillar = Geometry.pillar, large = Geometry.large
        define("md") { $0.path("cross") { $0.diagonal(Double(row.size), 14) } }
        drawLine("N", with: "md")
        drawTowers("v", Geometry.narrowTower)

        let hundred = drawStamps("p", pillar.size, 7) { $0.cross(0, 0, $1, stamp: $2, 10) }
        let block = drawStamps("q", pillar.size, 7) { pen, size, _ in pen.diagonal(size, 11) }
        for (name, stamp) in [("p", hundred), ("q", block)] {
            chain(name, 9) { index, pen in
                pen.use(stamp(index), index / 5 * pillar.pitchX, index % 5 * pillar.pitchY)
            }
        }
        let big = drawStamps("Q", large.size, 11) { pen, size, _ in pen.diagonal(size, 19) }
        chain("Q", 2) { index, pen in pen.use(big(index), 0, index * large.pitch) }

        drawAfar("m", Geometry.squareAfar, Geometry.bandAfar)
        drawAfar("s", Geometry.squareFarther, Geometry.bandFarther)
    }

    /// Three variants of a square with a shape inside, and how they alternate.
    ///
    /// - Returns: The name of the stamp at a position.
    private mutating func drawStamps(
        _ name: String, _ size: Int, _ width: Double, inside: (inout Pen, Double, Int) -> Void
    ) -> (Int) -> String {
        for (stamp, end) in Self.stamps.enumerated() {
            define("\(name)\(end)") { pen in
                pen.path("box") { $0.square(0, 0, Double(size), stamp: stamp, width) }
                pen.path("cross") { inside(&$0, Double(size), stamp) }
            }
        }
        return { "\(name)\(Self.stamps[Self.stamp($0)])" }
    }

    /// Rows of ten with their line, in three alternating variants, and towers of them.
    private mutating func drawTowers(_ name: String, _ squares: Geometry.Squares) {
        let ends: [[Double]] = [[-12, 3, 10, -2], [-8, 0, 14, 1], [-14, -1, 8, -3]]
        let size = Double(squares.size), middle = size / 2, bows: [Double] = [1, -2, 2]
        let right = Double(9 * squares.pitchX) + size
        for stamp in 0..<3 {
            define("\(name)r\(stamp)") { pen in
                pen.path("outline") { pen in
                    for index in 0..<10 {
                        pen.outline(Double(index * squares.pitchX), size, stamp: index + stamp)
                    }
                }
                pen.path("line") {
                    $0.brush(
                        ends[stamp][0], middle + ends[stamp][1], right + ends[stamp][2],
                        middle + ends[stamp][3], bow: bows[stamp], MarkGeometry.Breadth(8, 10, 5))
                }
            }
        }
        chain(name, 10) { index, pen in
            pen.use(
                "\(name)r\((index * 2 + index / 3) % 3)", 0,
                index * squares.pitchY + (index > 4 ? Geometry.afterFive : 0))
        }
    }

    /// Small units and rows of ten, stacked.
    private mutating func drawAfar(_ end: String, _ square: Int, _ band: Int) {
        let size = Double(square)
        func pile(_ index: Int) -> Int { index * Geometry.bead + (index > 4 ? Geometry.afterFive : 0) }
        for name in ["p\(end)", "q\(end)"] {
            for stamp in 0..<2 {
                define("\(name)\(Self.stamps[stamp])") { pen in
                    pen.path("outline") { $0.outline(0, size, stamp: stamp * 2) }
                    pen.path("cross") { pen in
                        if name.hasPrefix("q") {
                            pen.diagonal(size, 7)
                        } else {
                            pen.cross(0, 0, size, stamp: stamp, 7)
                        }
                    }
                }
            }
            chain(name, 9) { index, pen in pen.use("\(name)\(Self.stamps[index % 2])", 0, pile(index)) }
        }
        let ends: [[Double]] = [[-7, 2, 6, -2], [-5, -1, 8, 1], [-8, 1, 5, -1]]
        let high = square - 8, middle = Double(high) / 2 + 4
        for stamp in 0..<3 {
            define("b\(end)\(Self.stamps[stamp])") { pen in
                pen.path("outline") { pen in
                    pen.write("M0 4Q\(band / 2) 2 \(band) 4L\(band) \(high + 4)")
                    pen.write("Q\(band / 2) \(high + 6) 0 \(high + 4)Z")
                }
                pen.path("line") {
                    $0.brush(
                        ends[stamp][0], middle + ends[stamp][1], Double(band) + ends[stamp][2],
                        middle + ends[stamp][3], bow: 0, MarkGeometry.Breadth(8, 10, 6))
                }
            }
        }
        chain("b\(end)", 9) { index, pen in pen.use("b\(end)\(Self.stamps[index % 3])", 0, pile(index)) }
    }
}
