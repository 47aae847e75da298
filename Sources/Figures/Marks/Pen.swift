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

    mutating func write(_ number: Int) {
        if number < 0 { bytes.append(UInt8(ascii: "-")) }
        var rest = number.magnitude, place: UInt = 1
        while rest / place > 9 { place *= 10 }
        while place > 0 {
            bytes.append(UInt8(ascii: "0") + UInt8(rest / place))
            rest %= place
            place /= 10
        }
    }

    /// A number after another one: a minus sign parts them as well as a space.
    mutating func writeNext(_ number: Int) {
        if number >= 0 { bytes.append(UInt8(ascii: " ")) }
        write(number)
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
        for index in 0..<count {
            let stroke = strokes[index]
            if index == 0 {
                move("M", x + stroke.x, y + stroke.y)
            } else {
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

    /// `count` squares of a grid, ten in a row: a frame, and the walls in it.
    mutating func squares(_ grid: MarkGeometry.Grid, _ count: Int, _ x: Int, _ y: Int) {
        for row in 0..<(count + 9) / 10 {
            let squares = min(10, count - 10 * row)
            move("M", x, y + row * grid.pitch)
            write("h")
            write(squares * grid.size)
            write("v")
            write(grid.size)
            write("h")
            write(-squares * grid.size)
            write("z")
            for wall in 1..<max(squares, 1) {
                move("m", grid.size, wall == 1 ? 0 : -grid.size)
                write("v")
                write(grid.size)
            }
        }
    }

    /// The diagonals of `count` squares of a grid.
    mutating func diagonals(_ grid: MarkGeometry.Grid, _ count: Int, _ x: Int, _ y: Int) {
        for index in 0..<count {
            if index % 10 == 0 {
                move("M", x, y + index / 10 * grid.pitch + grid.size)
            } else {
                move("m", 0, grid.size)
            }
            move("l", grid.size, -grid.size)
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
