// Writes SVG text. A drawing is made for every tap, so nothing here allocates
// but the buffer it fills.

/// Path data and markup, byte by byte.
struct Pen {
    private var bytes: [UInt8] = []

    init(reserving count: Int) { bytes.reserveCapacity(count) }

    var text: String { String(decoding: bytes, as: UTF8.self) }

    mutating func write(_ text: StaticString) {
        bytes.append(contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }

    mutating func write(_ text: String) { bytes.append(contentsOf: text.utf8) }

    /// Text as it may stand in markup, in an attribute too.
    mutating func writeEscaped(_ text: String) {
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "&"): write("&amp;")
            case UInt8(ascii: "<"): write("&lt;")
            case UInt8(ascii: ">"): write("&gt;")
            case UInt8(ascii: "\""): write("&quot;")
            default: bytes.append(byte)
            }
        }
    }

    mutating func write(_ bytes: [UInt8]) { self.bytes.append(contentsOf: bytes) }

    /// What `draw` writes.
    static func bytes(_ draw: (inout Pen) -> Void) -> [UInt8] {
        var pen = Pen(reserving: 256)
        draw(&pen)
        return pen.bytes
    }

    mutating func write(_ number: Int) {
        if number < 0 { bytes.append(UInt8(ascii: "-")) }
        let rest = number.magnitude
        // Nearly every number here has one to three digits.
        if rest >= 1000 {
            bytes.append(contentsOf: String(rest).utf8)
            return
        }
        if rest >= 100 { bytes.append(UInt8(ascii: "0") + UInt8(rest / 100)) }
        if rest >= 10 { bytes.append(UInt8(ascii: "0") + UInt8(rest / 10 % 10)) }
        bytes.append(UInt8(ascii: "0") + UInt8(rest % 10))
    }

    /// A number after another one: a minus sign parts them as well as a space.
    mutating func writeNext(_ number: Int) {
        if number >= 0 { bytes.append(UInt8(ascii: " ")) }
        write(number)
    }

    mutating func move(_ command: StaticString, _ distance: Int) {
        write(command)
        write(distance)
    }

    mutating func move(_ command: StaticString, _ x: Int, _ y: Int) {
        write(command)
        write(x)
        writeNext(y)
    }

    /// The stroke with its own beginning, in a box at `x`, `y`.
    mutating func draw(_ stroke: MarkGeometry.Stroke, _ x: Int, _ y: Int) {
        move("M", x + stroke.x, y + stroke.y)
        bow(stroke)
    }

    /// From where the pen is along the stroke.
    mutating func bow(_ stroke: MarkGeometry.Stroke) {
        move("q", stroke.controlX, stroke.controlY)
        writeNext(stroke.endX)
        writeNext(stroke.endY)
    }

    /// The first `count` strokes, each begun from where the one before ended.
    mutating func draw(_ strokes: [MarkGeometry.Stroke], first count: Int, _ x: Int, _ y: Int) {
        move("M", x + strokes[0].x, y + strokes[0].y)
        chain(strokes, first: count)
    }

    /// The same from where the pen is.
    mutating func chain(_ strokes: [MarkGeometry.Stroke], first count: Int) {
        for index in 0..<count {
            let stroke = strokes[index]
            if index > 0 {
                let last = strokes[index - 1]
                move("m", stroke.x - last.x - last.endX, stroke.y - last.y - last.endY)
            }
            bow(stroke)
        }
    }

    /// The strokes as one closed line.
    mutating func outline(_ strokes: [MarkGeometry.Stroke], _ x: Int, _ y: Int) {
        move("M", x + strokes[0].x, y + strokes[0].y)
        for stroke in strokes { bow(stroke) }
        write("z")
    }

    /// `count` squares of a grid, ten in a row.
    mutating func squares(_ grid: MarkGeometry.Grid, _ count: Int, _ x: Int, _ y: Int) {
        for row in 0..<(count + 9) / 10 {
            move("M", x, y + row * grid.pitch)
            let squares = count - 10 * row
            if squares >= 10 { write(grid.rowOfSquares) } else { self.row(ofSquares: squares, grid.size) }
        }
    }

    /// A row from where the pen is: a frame, and the walls in it.
    mutating func row(ofSquares count: Int, _ size: Int) {
        move("h", count * size)
        move("v", size)
        move("h", -count * size)
        write("z")
        for wall in 1..<max(count, 1) {
            move("m", size, wall == 1 ? 0 : -size)
            move("v", size)
        }
    }

    /// The diagonals of `count` squares of a grid.
    mutating func diagonals(_ grid: MarkGeometry.Grid, _ count: Int, _ x: Int, _ y: Int) {
        for row in 0..<(count + 9) / 10 {
            move("M", x, y + row * grid.pitch + grid.size)
            let diagonals = count - 10 * row
            if diagonals >= 10 {
                write(grid.rowOfDiagonals)
            } else {
                self.row(ofDiagonals: diagonals, grid.size)
            }
        }
    }

    mutating func row(ofDiagonals count: Int, _ size: Int) {
        for index in 0..<count {
            if index > 0 { move("m", 0, size) }
            move("l", size, -size)
        }
    }

    mutating func lines(_ grid: MarkGeometry.Grid, rows: Int, _ x: Int, _ y: Int) {
        for row in 0..<rows { draw(grid.line, x, y + row * grid.pitch) }
    }

    /// A path of its own, where there is something in it.
    mutating func path(_ kind: StaticString, when isDrawn: Bool = true, _ draw: (inout Pen) -> Void) {
        guard isDrawn else { return }
        write("<path class=\"")
        write(kind)
        write("\" d=\"")
        draw(&self)
        write("\"/>")
    }
}
