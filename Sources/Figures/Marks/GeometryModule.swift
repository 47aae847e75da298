// The geometry table as an ES module, for the browser's drawing script.

/// What the browser needs to lay out a count, as the source of a JavaScript
/// module, which exports it as `geometry`. The shapes come in ``MarkShapes/module``.
public enum GeometryModule {
    private typealias Geometry = MarkGeometry

    /// The whole module, in one line.
    public static let text: String = {
        let fields: [(String, String)] =
            windows + hand + complete + [
                ("flow", list(Geometry.flow.pitch, Geometry.flow.down)),
                ("largeFlowDown", "\(Geometry.largeFlowDown)"), ("mostLarge", "\(Geometry.mostLarge)"),
                ("mostDrawn", "\(Geometry.mostDrawn)"), ("ringY", "\(Geometry.ringY)"),
                ("sum", list(Geometry.sum.x, Geometry.sum.y)),
                (
                    "needed",
                    object(
                        MarkShapes.all.compactMap { group in
                            MarkShapes.needed.first { $0.shapes == group.shapes }
                                .map { (group.name, "\($0.count)") }
                        })
                ),
            ]
        return "export const geometry = \(object(fields))\n"
    }()

    private static var windows: [(String, String)] {
        [
            ("frame", Geometry.frame), ("alone", Geometry.alone), ("flowFrame", Geometry.flowFrame),
            ("largeFlowFrame", Geometry.largeFlowFrame), ("tallAlone", Geometry.tallAlone),
            ("tallOne", Geometry.tallOne), ("tallFour", Geometry.tallFour),
            ("tallHundred", Geometry.tallHundred), ("tallLargeFlow", Geometry.tallLargeFlow),
        ].map { name, window in (name, list(window.x, window.y, window.width, window.height)) }
    }

    private static var hand: [(String, String)] {
        let gates = Geometry.gatesOfUnits.map { "\"\(String(decoding: $0, as: UTF8.self))\"" }
        return [
            ("padding", list(Geometry.paddingX, Geometry.paddingY)), ("axis", "\(Geometry.axis)"),
            ("places", "[\(Geometry.places.map { list($0.x, $0.y) }.joined(separator: ","))]"),
            ("pitch", "\(Geometry.pitch)"), ("handX", "\(Geometry.handX)"),
            ("filed", list(Geometry.filed.x, Geometry.filed.pitch, Geometry.filed.hundredths)),
            ("gates", "[\(gates.joined(separator: ","))]"),
        ]
    }

    private static var complete: [(String, String)] {
        func squares(_ squares: Geometry.Squares) -> String {
            list(squares.size, squares.pitchX, squares.pitchY)
        }
        return [
            ("left", "\(Geometry.left)"), ("right", "\(Geometry.right)"), ("fives", squares(Geometry.fives)),
            ("row", list(Geometry.row.size, Geometry.row.pitch, Geometry.row.x)),
            ("tower", squares(Geometry.tower)), ("narrowTower", squares(Geometry.narrowTower)),
            ("besideTower", "\(Geometry.besideTower)"), ("nines", squares(Geometry.nines)),
            ("ninesX", "\(Geometry.ninesX)"), ("pillar", squares(Geometry.pillar)),
            ("large", list(Geometry.large.size, Geometry.large.pitch)), ("bead", "\(Geometry.bead)"),
            ("afterFive", "\(Geometry.afterFive)"),
            ("afar", list(Geometry.squareAfar, Geometry.bandAfar)),
            ("farther", list(Geometry.squareFarther, Geometry.bandFarther)),
            ("wide", list(Geometry.wideTower, Geometry.wideNarrowTower, Geometry.widePillar)),
            ("gap", "\(Geometry.gap)"),
            ("dotsBelow", list(Geometry.dotsBelow.x, Geometry.dotsBelow.pitch, Geometry.dotsBelow.y)),
            ("dotsBeside", list(Geometry.dotsBeside.x, Geometry.dotsBeside.pitch, Geometry.dotsBeside.room)),
            ("dotForNines", "\(Geometry.dotForNines)"),
        ]
    }

    private static func list(_ numbers: Int...) -> String {
        "[\(numbers.map(String.init).joined(separator: ","))]"
    }
    private static func object(_ fields: [(String, String)]) -> String {
        "{\(fields.map { "\"\($0)\":\($1)" }.joined(separator: ","))}"
    }
}
