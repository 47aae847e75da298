// Writes SVG text. A drawing is made for every tap, so nothing here allocates
// memory except for the output buffer.

/// Builds path data and markup byte by byte.
struct Pen {
    private var bytes: [UInt8] = []

    init(reserving count: Int) { bytes.reserveCapacity(count) }

    var text: String { String(decoding: bytes, as: UTF8.self) }

    mutating func write(_ text: StaticString) {
        bytes.append(contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }

    mutating func write(_ text: String) { bytes.append(contentsOf: text.utf8) }

    /// Text escaped for markup, including attributes.
    mutating func writeEscaped(_ text: String) {
        // Most texts have none of these.
        guard text.utf8.contains(where: Self.isSpecial) else { return write(text) }
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

    private static func isSpecial(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "&") || byte == UInt8(ascii: "<") || byte == UInt8(ascii: ">")
            || byte == UInt8(ascii: "\"")
    }

    mutating func write(_ bytes: [UInt8]) { self.bytes.append(contentsOf: bytes) }

    mutating func write(letter: UInt8) { bytes.append(letter) }

    /// The output of `draw`.
    static func bytes(_ draw: (inout Pen) -> Void) -> [UInt8] {
        var pen = Pen(reserving: 256)
        draw(&pen)
        return pen.bytes
    }

    mutating func write(_ number: Int) {
        if number < 0 { bytes.append(UInt8(ascii: "-")) }
        let rest = number.magnitude
        // Nearly all numbers have one to three digits.
        if rest >= 1000 {
            bytes.append(contentsOf: String(rest).utf8)
            return
        }
        if rest >= 100 { bytes.append(UInt8(ascii: "0") + UInt8(rest / 100)) }
        if rest >= 10 { bytes.append(UInt8(ascii: "0") + UInt8(rest / 10 % 10)) }
        bytes.append(UInt8(ascii: "0") + UInt8(rest % 10))
    }

    /// A number after another one: a minus sign separates them as well as a space.
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

    /// A separate path, unless it is empty.
    mutating func path(_ kind: StaticString, when isDrawn: Bool = true, _ draw: (inout Pen) -> Void) {
        guard isDrawn else { return }
        write("<path class=\"")
        write(kind)
        write("\" d=\"")
        draw(&self)
        write("\"/>")
    }
}
