// Reads a drawing back, knowing only what marks look like in SVG: which kind a
// path is, and where its lines begin and end. It shares nothing with the drawer.

struct Drawing {
    struct Line {
        let kind: Substring
        /// The power of a hundred that a square stands for where it lies.
        let power: Int
        /// Where it begins, what corners it passes, where it ends.
        var points: [(x: Int, y: Int)]

        var start: (x: Int, y: Int) { points[0] }
        var end: (x: Int, y: Int) { points[points.count - 1] }
    }
    private(set) var lines: [Line] = []
    private(set) var width = 0, height = 0
    /// What is written in front, of marks that are not drawn.
    private(set) var summed: Int64 = 0
    /// Fives drawn elsewhere and referred to.
    private(set) var references = 0

    init(_ svg: String) {
        var power = 1
        for element in svg.split(separator: "<") {
            if element.hasPrefix("g ") {
                power = Int(Self.value("class", in: element)?.split(separator: "-").last ?? "") ?? 0
            } else if element.hasPrefix("/g") {
                power = 1
            } else if element.hasPrefix("path"), let kind = Self.value("class", in: element) {
                let name = kind.split(separator: " ")[0]
                lines += Self.lines(Self.value("d", in: element) ?? "").map {
                    Line(kind: name, power: power, points: $0)
                }
            } else if element.hasPrefix("use") {
                references += 1
            } else if element.hasPrefix("svg class=\"tally\"") {
                let box =
                    Self.value("viewBox", in: element)?.split(separator: " ").compactMap { Int($0) } ?? []
                if box.count == 4 { (width, height) = (box[2], box[3]) }
            } else if let sign = element.firstIndex(of: "×") {
                summed = Int64(element[sign...].dropFirst(2)) ?? 0
                // The square beside a sum is a sign, and counts nothing.
                lines = []
            }
        }
    }

    func number(of kind: String) -> Int { lines.count { $0.kind == kind } }

    /// The count that the drawing shows.
    var count: Int64 {
        var count = summed + Int64(references) * 5
        for line in lines {
            switch line.kind {
            case "ink", "slash": count += 1
            case "box": count += (0..<line.power).reduce(1) { power, _ in power * 100 }
            default: break
            }
        }
        return count
    }

    private static func value(_ name: String, in element: Substring) -> Substring? {
        guard let range = element.firstRange(of: " \(name)=\"") else { return nil }
        return element[range.upperBound...].prefix { $0 != "\"" }
    }

    /// The points of each line in path data.
    private static func lines(_ data: Substring) -> [[(x: Int, y: Int)]] {
        var lines: [[(x: Int, y: Int)]] = []
        var x = 0, y = 0
        var rest = Array(data.utf8)[...]
        while let command = rest.popFirst() {
            let numbers = numbers(&rest)
            switch command {
            case UInt8(ascii: "M"): (x, y) = (numbers[0], numbers[1])
            case UInt8(ascii: "m"), UInt8(ascii: "l"): (x, y) = (x + numbers[0], y + numbers[1])
            case UInt8(ascii: "q"): (x, y) = (x + numbers[2], y + numbers[3])
            case UInt8(ascii: "h"): x += numbers[0]
            case UInt8(ascii: "v"): y += numbers[0]
            default: if let start = lines.last?[0] { (x, y) = start }
            }
            if command == UInt8(ascii: "M") || command == UInt8(ascii: "m") { lines.append([]) }
            lines[lines.count - 1].append((x, y))
        }
        return lines
    }

    private static func numbers(_ rest: inout ArraySlice<UInt8>) -> [Int] {
        var numbers: [Int] = []
        while let byte = rest.first, byte == 32 || byte == 45 || (48...57).contains(byte) {
            let isNegative = byte == 45
            if byte == 32 || isNegative { rest.removeFirst() }
            var number = 0
            while let digit = rest.first, (48...57).contains(digit) {
                number = number * 10 + Int(digit - 48)
                rest.removeFirst()
            }
            numbers.append(isNegative ? -number : number)
        }
        return numbers
    }
}
