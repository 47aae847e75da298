// Shapes of the current marks: gates, 25s and 正, stroke by stroke.

extension ShapeSheet {
    private typealias Geometry = MarkGeometry

    mutating func drawGates() {
        for (stamp, strokes) in zip("abcd", Geometry.gates) {
            chain("\(stamp)", 4) { index, pen in
                pen.path("ink", named: "\(stamp)\(index + 1)s") { $0.brush(strokes[index], Geometry.upright) }
            }
            // A page contains many complete ones, so they are not a chain, which
            // would cost the browser time.
            define("\(stamp)5") { pen in
                pen.path("ink") { pen in for stroke in strokes[..<4] { pen.brush(stroke, Geometry.upright) } }
                pen.path("red", named: "\(stamp)5s") { $0.brush(strokes[4], Geometry.slash) }
            }
        }
        define("o") { pen in
            pen.path("dotted") { pen in
                for stroke in Geometry.gates[0][..<4] {
                    pen.dotted(stroke.fromX, stroke.fromY + 3, stroke.toX, stroke.toY - 4)
                }
            }
            pen.path("dotted slant") { $0.dotted(Geometry.gates[0][4]) }
        }
    }

    mutating func drawTwentyFives() {
        for (unit, name) in "ABCD".enumerated() {
            define("u\(name)", " class=\"under\"") { pen in
                for (place, gate) in zip(Geometry.places, Geometry.gatesOfUnits[unit]) {
                    pen.use("\(Character(Unicode.Scalar(gate)))5", place.x, place.y)
                }
            }
            define("\(name)") { pen in
                pen.use("u\(name)", 0, 0)
                pen.cap(unit, "cap", Geometry.cap)
            }
        }
    }

    /// Filed 25s, stacked.
    mutating func drawFiled() {
        let filed = Geometry.filed
        for (unit, name) in "ABC".enumerated() {
            define("f\(name)", " transform=\"scale(.\(filed.hundredths))\"") { pen in
                pen.use("u\(name)", 0, 0)
                pen.cap(unit, "cap far", Geometry.capOfFiled)
            }
        }
        chain("f", 3) { index, pen in
            pen.use("f\(["A", "B", "C"][index])", filed.x, Geometry.paddingY + filed.pitch * index)
        }
    }

    mutating func drawWesternRows() {
        drawRows("wW", "abcd")
    }

    mutating func drawZheng() {
        for (stamp, strokes) in zip("xyz", Geometry.characters) {
            chain("\(stamp)", 5) { index, pen in
                pen.path(index < 4 ? "ink" : "red", named: "\(stamp)\(index + 1)s") {
                    $0.brush(strokes[index], Geometry.characterBreadths[index])
                }
            }
        }
        define("oz") { pen in
            pen.path("dotted") { pen in for stroke in Geometry.characters[0][..<4] { pen.dotted(stroke) } }
            pen.path("dotted slant") { $0.dotted(Geometry.characters[0][4]) }
        }
        drawRows("ZY", "xyz")
    }

    /// Rows of complete fives in two alternating variants, and the ringed five
    /// for those that are not drawn.
    private mutating func drawRows(_ rows: String, _ stamps: String) {
        let stamps = Array(stamps.utf8)
        for (line, row) in rows.enumerated() {
            chain("\(row)", 10) { index, pen in
                let stamp = Character(Unicode.Scalar(FlowMarks.stamp(stamps, line, index)))
                pen.use("\(stamp)5", index * Geometry.flow.pitch, 0)
            }
        }
        define("\(rows.first ?? "w")o") { pen in
            pen.write("<path class=\"ring\" d=\"M20 24C54-12 116-10 140 26C166 66 148 124 98 134")
            pen.write("C44 144 2 112 6 66C8 42 22 18 44 6\"/><g transform=\"translate(37 26)scale(.72)\">")
            pen.use("\(Character(Unicode.Scalar(stamps[0])))5", 0, 0)
            pen.write("</g>")
        }
    }
}

extension Pen {
    fileprivate mutating func dotted(_ stroke: MarkGeometry.Stroke) {
        dotted(stroke.fromX, stroke.fromY, stroke.toX, stroke.toY)
    }

    fileprivate mutating func dotted(_ fromX: Int, _ fromY: Int, _ toX: Int, _ toY: Int) {
        move("M", fromX, fromY)
        move("L", toX, toY)
    }

    /// The X over a 25.
    fileprivate mutating func cap(_ unit: Int, _ kind: StaticString, _ breadth: MarkGeometry.Breadth) {
        write("<g class=\"")
        write(kind)
        write("\">")
        for stroke in MarkGeometry.caps[unit] { path("red") { $0.brush(stroke, breadth) } }
        write("</g>")
    }
}
