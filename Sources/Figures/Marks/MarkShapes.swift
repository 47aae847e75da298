// The shapes that all marks consist of. A page contains them once and places them
// with <use>. Defines how they look, not where they are in a count.

/// Groups of shapes: a page contains those its counts need.
public struct MarkShapes: OptionSet, Sendable, Hashable {
    /// A bit for each group.
    public let rawValue: Int
    /// - Parameter rawValue: Bits that stand for no group are ignored.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// Gates of one to five strokes, and the dotted one.
    public static let gates = MarkShapes(rawValue: 1)
    /// Five gates under an X.
    public static let twentyFives = MarkShapes(rawValue: 2)
    /// Single hundreds.
    public static let hundreds = MarkShapes(rawValue: 4)
    /// Rows of ten hundreds, and towers of rows.
    public static let thousands = MarkShapes(rawValue: 8)
    /// From 10,000 on.
    public static let beyond = MarkShapes(rawValue: 16)
    /// Rows of gates.
    public static let western = MarkShapes(rawValue: 32)
    /// 正, and rows of them.
    public static let zheng = MarkShapes(rawValue: 64)

    /// All groups, for whatever counts there may be.
    public static let everything = MarkShapes(all.map(\.shapes))

    static let all: [(name: String, shapes: MarkShapes)] = [
        ("gates", .gates), ("twentyFives", .twentyFives), ("hundreds", .hundreds),
        ("thousands", .thousands), ("beyond", .beyond), ("western", .western), ("zheng", .zheng),
    ]

    /// From which count on fractal marks need a group: a few taps early, so that
    /// it is there when a tap is drawn.
    static let needed: [(count: Int64, shapes: MarkShapes)] = [
        (20, .twentyFives), (90, .hundreds), (990, .thousands), (9990, .beyond),
    ]

    /// The shapes, for inclusion in a page with marks.
    public var markup: String {
        let groups = Self.all.filter { contains($0.shapes) }
        let texts = groups.map { "<g id=\"shapes-\($0.name)\">\(Self.text(of: $0.shapes))</g>" }
        return "\(Self.opening)\(texts.joined())\(Self.closing)"
    }

    static let opening = "<svg class=\"hidden\" id=\"shapes\" aria-hidden=\"true\"><defs>"
    static let closing = "</defs></svg>"

    /// All shapes by group as the source of a JavaScript module, which exports them as `shapes`.
    public static let module: String = {
        let entries = all.map { "\($0.name):'\(text(of: $0.shapes))'" }
        return "export const shapes = {\(entries.joined(separator: ",\n"))}\n"
    }()

    private static let texts: [MarkShapes: String] = Dictionary(
        uniqueKeysWithValues: all.map { _, shapes in
            var sheet = ShapeSheet()
            switch shapes {
            case .gates: sheet.drawGates()
            case .twentyFives: sheet.drawTwentyFives()
            case .hundreds: sheet.drawHundreds()
            case .thousands: sheet.drawThousands()
            case .beyond: sheet.drawBeyond()
            case .western: sheet.drawWesternRows()
            default: sheet.drawZheng()
            }
            return (shapes, sheet.pen.text)
        })

    static func text(of shapes: MarkShapes) -> String { texts[shapes] ?? "" }
}

/// The definitions of a group, one after the other.
///
/// Shapes that grow are chains: `a3` is `a2` and a stroke, `h7` is `h6` and a
/// square, so that a pile of any height is placed with a single name.
struct ShapeSheet {
    var pen = Pen(reserving: 8192)

    mutating func define(_ name: String, _ attributes: String = "", _ content: (inout Pen) -> Void) {
        pen.write("<g id=\"\(name)\"\(attributes)>")
        content(&pen)
        pen.write("</g>")
    }

    /// `prefix1` to `prefixN`, each consisting of the previous one and another part.
    mutating func chain(_ prefix: String, _ count: Int, _ part: (Int, inout Pen) -> Void) {
        for index in 0..<count {
            define("\(prefix)\(index + 1)") { pen in
                if index > 0 { pen.use("\(prefix)\(index)", 0, 0) }
                part(index, &pen)
            }
        }
    }

    /// Three alternating stamps; each row starts with another one.
    static func stamp(_ index: Int) -> Int { (index + index / 3) % 3 }
}

extension Pen {
    mutating func use(_ name: String, _ x: Int, _ y: Int) {
        write("<use href=\"#\(name)\"")
        place(x, y)
        write("/>")
    }

    /// Writes a position; nothing for 0.
    mutating func place(_ x: Int, _ y: Int) {
        if x != 0 {
            write(" x=\"")
            write(x)
            write("\"")
        }
        if y != 0 {
            write(" y=\"")
            write(y)
            write("\"")
        }
    }

    /// A named path.
    mutating func path(_ kind: StaticString, named name: String, _ draw: (inout Pen) -> Void) {
        write("<path id=\"\(name)\" class=\"")
        write(kind)
        write("\" d=\"")
        draw(&self)
        write("\"/>")
    }
}
