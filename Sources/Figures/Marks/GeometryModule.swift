// The table of geometry as an ES module, for the browser's drawer.

/// The geometry of all marks as the text of a JavaScript module, which
/// exports it as `geometry`.
public enum GeometryModule {
    public static let text: String = {
        let fields: [(String, String)] = [
            ("cell", "\(MarkGeometry.cell)"),
            ("gate", list(MarkGeometry.gates.map(strokes))),
            ("character", list(MarkGeometry.characters.map(strokes))),
            ("places", list(MarkGeometry.places.map(numbers))),
            ("unit", numbers(MarkGeometry.unit)),
            ("cap", strokes(MarkGeometry.cap)),
            ("quarters", list(MarkGeometry.quarters.map(numbers))),
            ("blocks", list(MarkGeometry.blocks.map(block))),
            ("rowLine", numbers(MarkGeometry.rowLine.numbers)),
            ("tower", grid(MarkGeometry.tower)),
            ("besideTower", "\(MarkGeometry.besideTower)"),
            ("grids", list(MarkGeometry.grids.map(grid))),
            ("gridsInLine", numbers(MarkGeometry.gridsInLine)),
            ("gap", "\(MarkGeometry.gap)"),
            ("belowBlocks", "\(MarkGeometry.belowBlocks)"),
            ("most", "\(MarkGeometry.mostDrawn)"),
            ("step", "\(MarkGeometry.summedStep)"),
        ]
        return "export const geometry = \(object(fields))\n"
    }()

    private static func list(_ texts: [String]) -> String { "[\(texts.joined(separator: ","))]" }
    private static func numbers(_ numbers: [Int]) -> String { list(numbers.map(String.init)) }
    private static func strokes(_ strokes: [MarkGeometry.Stroke]) -> String {
        list(strokes.map { numbers($0.numbers) })
    }
    private static func object(_ fields: [(String, String)]) -> String {
        "{\(fields.map { "\"\($0)\":\($1)" }.joined(separator: ","))}"
    }
    private static func block(_ block: MarkGeometry.Block) -> String {
        object([
            ("pitch", "\(block.pitch)"), ("size", "\(block.size)"), ("square", strokes(block.square)),
            ("cross", strokes(block.cross)),
        ])
    }
    private static func grid(_ grid: MarkGeometry.Grid) -> String {
        object([
            ("size", "\(grid.size)"), ("pitch", "\(grid.pitch)"),
            ("line", numbers(grid.line.numbers)), ("closure", numbers(grid.closure.numbers)),
        ])
    }
}
