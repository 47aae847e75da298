// The table of geometry as an ES module, for the browser's drawer.

/// The geometry of all marks as the text of a JavaScript module, which
/// exports it as `geometry`.
public enum GeometryModule {
    public static let text: String = {
        let gates = WesternGeometry.gates.map { "[\(quote($0.uprights.joined())),\(quote($0.slash))]" }
        let strokes = WesternGeometry.gates.map { "[\($0.uprights.map(quote).joined(separator: ","))]" }
        return """
            export const geometry = {"western":{"gates":[\(gates.joined(separator: ","))],\
            "strokes":[\(strokes.joined(separator: ","))],\
            "bundle":\(quote(WesternGeometry.bundle)),\
            "most":\(WesternGeometry.mostDrawn),"step":\(WesternGeometry.summedStep)}}

            """
    }()

    /// Path data has nothing that JSON would escape.
    private static func quote(_ path: String) -> String { "\"\(path)\"" }
}
