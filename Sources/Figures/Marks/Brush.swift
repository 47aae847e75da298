// Brush strokes: filled outlines with a start, a belly and an end. Draws marks,
// independent of counts. Coordinates in the output are whole numbers, and square
// roots are the only maths function, so that all machines produce the same output.

extension Pen {
    /// A stroke: its two sides curve apart from start to belly, and meet again at the end.
    mutating func brush(
        _ fromX: Double, _ fromY: Double, _ toX: Double, _ toY: Double, bow: Double,
        _ breadth: MarkGeometry.Breadth
    ) {
        let width = toX - fromX, height = toY - fromY
        let length = (width * width + height * height).squareRoot()
        let alongX = width / length, alongY = height / length
        func beside(_ x: Double, _ y: Double, _ side: Double = 0) -> (x: Int, y: Int) {
            (Self.rounded(x - alongY * side), Self.rounded(y + alongX * side))
        }
        let middleX = (fromX + toX) / 2 - alongY * bow * 2, middleY = (fromY + toY) / 2 + alongX * bow * 2
        // The control point of a curve is twice as far out as the curve itself.
        let belly = (2 * breadth.belly - (breadth.start + breadth.end) / 2) / 2
        let start = beside(fromX, fromY, breadth.start / 2)
        let curves = [
            (beside(middleX, middleY, belly), beside(toX, toY, breadth.end / 2)),
            (
                beside(toX + alongX * breadth.end * 0.9, toY + alongY * breadth.end * 0.9),
                beside(toX, toY, -breadth.end / 2)
            ),
            (beside(middleX, middleY, -belly), beside(fromX, fromY, -breadth.start / 2)),
            (
                beside(fromX - alongX * breadth.start * 0.8, fromY - alongY * breadth.start * 0.8),
                start
            ),
        ]
        move("M", start.x, start.y)
        var at = start
        for (control, end) in curves {
            move("q", control.x - at.x, control.y - at.y)
            writeNext(end.x - at.x)
            writeNext(end.y - at.y)
            at = end
        }
        write("z")
    }

    mutating func brush(_ stroke: MarkGeometry.Stroke, _ breadth: MarkGeometry.Breadth) {
        brush(
            Double(stroke.fromX), Double(stroke.fromY), Double(stroke.toX), Double(stroke.toY),
            bow: Double(stroke.bow) / 2, breadth)
    }

    /// Four curved sides that slightly overshoot their corners.
    ///
    /// - Parameter stamp: The variant of the irregularities.
    mutating func square(_ x: Double, _ y: Double, _ size: Double, stamp: Int, _ width: Double) {
        let over = min(5, size / 26), bow = size / 48
        let stray = MarkGeometry.wobble[stamp % 4].map { $0 * max(0.5, min(2.2, size / 60 * 0.9)) }
        let breadth = MarkGeometry.Breadth(width * 0.8, width, width * 0.7)
        let right = x + size, bottom = y + size
        brush(x + stray[0] - over, y + stray[1], right + stray[2] + over, y + stray[3], bow: -bow, breadth)
        brush(
            right + stray[2], y + stray[3] - over, right + stray[4], bottom + stray[5] + over, bow: -bow,
            breadth)
        brush(
            x + stray[6] - over, bottom + stray[7], right + stray[4] + over, bottom + stray[5], bow: bow,
            breadth)
        brush(x + stray[0], y + stray[1] - over, x + stray[6], bottom + stray[7] + over, bow: bow, breadth)
    }

    /// An X in a square.
    mutating func cross(_ x: Double, _ y: Double, _ size: Double, stamp: Int, _ width: Double) {
        let inset = size * 0.2, far = size - inset
        let stray = MarkGeometry.wobble[(stamp + 2) % 4].map { $0 * size / 90 }
        let breadth = MarkGeometry.Breadth(width * 0.7, width, width * 0.5)
        brush(
            x + inset + stray[0], y + inset + stray[1], x + far + stray[2], y + far + stray[3],
            bow: size / 60, breadth)
        brush(
            x + far + stray[4], y + inset + stray[5], x + inset + stray[6], y + far + stray[7],
            bow: -size / 70, breadth)
    }

    /// An upward stroke across a square.
    mutating func diagonal(_ size: Double, _ width: Double) {
        let inset = size * 0.2, far = size - inset
        brush(
            inset, far, far, inset, bow: size / 40, MarkGeometry.Breadth(width, width * 1.1, width * 0.6))
    }

    /// A small square as one curved outline, for a pen of constant width.
    mutating func outline(_ x: Double, _ size: Double, stamp: Int) {
        let stray = MarkGeometry.wobble[stamp % 4].map { $0 * size / 34 }
        func curve(_ controlX: Double, _ controlY: Double, _ toX: Double, _ toY: Double, _ pen: inout Pen) {
            pen.move("Q", Self.rounded(controlX), Self.rounded(controlY))
            pen.writeNext(Self.rounded(toX))
            pen.writeNext(Self.rounded(toY))
        }
        move("M", Self.rounded(x - 1), Self.rounded(stray[0]))
        curve(x + size / 2, stray[1] - 1, x + size, stray[2], &self)
        curve(x + size + stray[3], size / 2, x + size, size, &self)
        curve(x + size / 2, size + stray[4], x, size + stray[5] / 2, &self)
        curve(x - stray[6], size / 2, x, -1, &self)
    }

    private static func rounded(_ number: Double) -> Int { Int(number.rounded(.toNearestOrEven)) }
}
