// Parses a drawing, knowing only what marks look like in SVG: what is placed
// where, and which kinds of paths a shape consists of. Shares only the shapes
// with the drawing code, and parses those from text, too.

import Figures

struct Drawing {
    /// A path in the drawing.
    struct Leaf: Hashable {
        var kind: Substring
        var isCap: Bool
        var minX, minY, maxX, maxY: Double

        func placed(_ scale: Double, _ x: Double, _ y: Double) -> Leaf {
            Leaf(
                kind: kind, isCap: isCap, minX: minX * scale + x, minY: minY * scale + y,
                maxX: maxX * scale + x, maxY: maxY * scale + y)
        }
    }

    /// What one name places: a pile, a gate, a dot.
    struct Pile {
        let name: Substring
        let leaves: [Leaf]
        let colors: Substring

        func number(of kind: String) -> Int { leaves.count { $0.kind == kind && !$0.isCap } }
        var isCapped: Bool { leaves.contains(where: \.isCap) }
        var minX: Double { leaves.map(\.minX).min() ?? 0 }
    }

    private(set) var piles: [Pile] = []
    private(set) var window: (x: Double, y: Double, width: Double, height: Double) = (0, 0, 0, 0)
    /// The written number of fives that are not drawn.
    private(set) var written: Int64 = 0

    init(_ svg: String) {
        for element in svg.split(separator: "<") {
            if element.hasPrefix("svg ") {
                let box = Self.numbers(Self.value("viewBox", in: element) ?? "")
                if box.count == 4 { window = (box[0], box[1], box[2], box[3]) }
            } else if element.hasPrefix("use ") {
                let name = Self.value("href", in: element)?.dropFirst() ?? ""
                let x = Self.number("x", in: element), y = Self.number("y", in: element)
                piles.append(
                    Pile(
                        name: name, leaves: (Self.shapes[String(name)] ?? []).map { $0.placed(1, x, y) },
                        colors: Self.value("class", in: element) ?? ""))
            } else if let sign = element.firstIndex(of: "×") {
                written = Int64(element[sign...].dropFirst(2)) ?? -1
            }
        }
    }

    var leaves: [Leaf] { piles.flatMap(\.leaves) }
    var caps: Int { leaves.count { $0.isCap && $0.kind == "red" } }
    /// The strokes of gates and 正, in drawing order.
    var strokes: [Leaf] { leaves.filter(Self.isStroke) }

    private static func isStroke(_ leaf: Leaf) -> Bool {
        !leaf.isCap && (leaf.kind == "ink" || leaf.kind == "red")
    }

    /// The count that the drawing shows; nil if it shows none.
    var count: Int64? {
        var marks = written * 5
        var places: [Pile] = []
        for pile in piles {
            let strokes = pile.leaves.count(where: Self.isStroke)
            if pile.number(of: "ring") > 0 {
                guard strokes == 5, written > 0 else { return nil }
            } else if strokes > 0 {
                marks += Int64(strokes)
            } else if pile.number(of: "dotted") == 0 {
                places.append(pile)
            }
        }
        if let closed = Self.closed(places) { return marks == 0 ? closed : nil }
        var unit: Int64 = 100
        for (place, pile) in places.sorted(by: { $0.minX < $1.minX }).reversed().enumerated() {
            if place > 0 { unit *= 10 }
            let rows = pile.number(of: "line"), squares = pile.number(of: "cross")
            let isNought = pile.number(of: "nought") == 1
            guard isNought || (place % 2 == 0 ? rows == 0 : squares == 0) else { return nil }
            marks += Int64(rows + squares) * unit
        }
        return marks
    }

    /// Ten of a unit that form one of the next, and a dot for every empty place.
    private static func closed(_ places: [Pile]) -> Int64? {
        let dots = places.count { $0.number(of: "nought") == 1 }
        guard let pile = places.first, dots == places.count - 1 else { return nil }
        let isLine = pile.number(of: "line") == 1 && pile.number(of: "box") == 10
        let isBlock = pile.number(of: "line") == 10 && pile.isCapped
        guard isLine || isBlock else { return nil }
        return (0..<(dots == 0 ? 3 : dots + 2)).reduce(1) { power, _ in power * 10 }
    }

    // MARK: Shapes

    /// The paths of every shape, by name.
    private static let shapes: [String: [Leaf]] = {
        var shapes: [String: [Leaf]] = [:]
        /// Groups being parsed: their name, their transform, and whether it is a cap.
        var open: [(name: String, scale: Double, x: Double, y: Double, isCap: Bool, leaves: [Leaf])] = []
        let everything = MarkShapes.everything.markup
        for element in everything.split(separator: "<") {
            let name = value("id", in: element).map(String.init) ?? ""
            let kind = value("class", in: element) ?? ""
            if element.hasPrefix("g") {
                let transform = numbers(value("transform", in: element) ?? "")
                let scale = transform.last ?? 1
                let place = transform.count == 3 ? transform : [0, 0, 0]
                open.append((name, scale, place[0], place[1], kind.hasPrefix("cap"), []))
            } else if element.hasPrefix("/g"), let group = open.popLast() {
                let leaves = group.leaves.map { leaf in
                    var leaf = leaf.placed(group.scale, group.x, group.y)
                    leaf.isCap = leaf.isCap || group.isCap
                    return leaf
                }
                if !group.name.isEmpty { shapes[group.name] = leaves }
                if !open.isEmpty { open[open.count - 1].leaves += leaves }
            } else if element.hasPrefix("use") {
                let used = shapes[String(value("href", in: element)?.dropFirst() ?? "")] ?? []
                let x = number("x", in: element), y = number("y", in: element)
                open[open.count - 1].leaves += used.map { $0.placed(1, x, y) }
            } else if element.hasPrefix("path") || element.hasPrefix("circle") {
                let data = value("d", in: element) ?? "M0 0"
                // Strokes are counted individually, even if they form a single path.
                let strokes = kind == "ink" ? data.split(separator: "z") : [data]
                let leaves = strokes.map { leaf(of: kind, $0) }
                if !name.isEmpty { shapes[name] = leaves }
                open[open.count - 1].leaves += leaves
            }
        }
        return shapes
    }()

    private static func leaf(of kind: Substring, _ data: Substring) -> Leaf {
        let kinds = kind.split(separator: " ")
        var x = 0.0, y = 0.0
        var xs: [Double] = [], ys: [Double] = []
        for command in data.split(whereSeparator: { "Mz".contains($0) }) {
            for (place, piece) in command.split(separator: "q").enumerated() {
                let steps = numbers(piece)
                guard steps.count >= 2 else { continue }
                (x, y) = place == 0 ? (steps[0], steps[1]) : (x + steps[2], y + steps[3])
                xs.append(x)
                ys.append(y)
            }
        }
        return Leaf(
            kind: kinds[0], isCap: kinds.contains("cap"), minX: xs.min() ?? 0, minY: ys.min() ?? 0,
            maxX: xs.max() ?? 0, maxY: ys.max() ?? 0)
    }

    private static func value(_ name: String, in element: Substring) -> Substring? {
        guard let range = element.firstRange(of: " \(name)=\"") else { return nil }
        return element[range.upperBound...].prefix { $0 != "\"" }
    }

    private static func number(_ name: String, in element: Substring) -> Double {
        value(name, in: element).flatMap { Double($0) } ?? 0
    }

    /// The numbers in a text; a minus sign is a separator, too.
    private static func numbers(_ text: Substring) -> [Double] {
        var numbers: [Double] = [], number = ""
        for character in text + " " {
            if character.isNumber || character == "." {
                number.append(character)
            } else {
                if let value = Double(number.hasPrefix(".") ? "0\(number)" : number) { numbers.append(value) }
                number = character == "-" ? "-" : ""
            }
        }
        return numbers
    }
}
