// The one table of geometry for western marks. The server's drawer reads it
// here, the browser's as a module made from it, so that both draw the same.

/// Strokes of the five-bar gate, as SVG path data in a box of 32 × 32.
///
/// Hands do not rule lines: the strokes bow a little and differ by a hair, in
/// four gates that take turns, so that the same mark always looks the same.
public enum WesternGeometry {
    /// A gate: its four uprights and the slash across them.
    public struct Gate: Sendable, Hashable {
        public let uprights: [String]
        public let slash: String
    }

    public static let gates = [
        Gate(
            uprights: [
                "M6 5q-.9 11 .3 22", "M12.2 4.5q.9 11-.5 22.8", "M18.3 5.2q-.4 11.5.4 21.8",
                "M24.6 4.7q.6 11-.4 22.6",
            ],
            slash: "M2.4 23.2Q15 18.4 29.6 8.6"
        ),
        Gate(
            uprights: [
                "M6.4 4.6q.5 12-.5 22.5", "M12 5.3q-.8 11 .4 21.6", "M18.5 4.6q.7 11.5-.3 22.7",
                "M24.3 5.1q-.6 11 .5 22",
            ],
            slash: "M2.2 22.2Q16 19 29.8 9.4"
        ),
        Gate(
            uprights: [
                "M5.8 5.2q.7 11 .2 21.7", "M12.4 4.4q-.5 11.5-.4 22.9", "M18.1 5q.9 10.8.1 22.2",
                "M24.7 4.9q-.9 11.4-.2 22.3",
            ],
            slash: "M2.8 24Q14.6 17.6 29.4 8.2"
        ),
        Gate(
            uprights: [
                "M6.2 4.8q-.4 11.6-.1 22.2", "M11.9 5q.6 11.2.3 22.1", "M18.4 4.7q-.8 11 .2 22.4",
                "M24.4 5.3q.4 11.2.1 21.6",
            ],
            slash: "M2.5 22.8Q15.6 18 29.7 9"
        ),
    ]

    /// The frame that stands for gates no longer drawn one by one.
    public static let bundle =
        "M4 5.2q12-.8 24 .1q.6 11-.2 21.8q-12 .7-23.8-.2q-.5-11 0-21.7zM8 22.6Q16 18 24.4 9.6"

    /// Up to this many marks are all drawn.
    public static let mostDrawn: Int64 = 2500
    /// Beyond, older marks are summed up this many at a time.
    public static let summedStep: Int64 = 1000
}
