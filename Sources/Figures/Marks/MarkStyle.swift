// The ways a count can be drawn.

/// A style of marks.
public enum MarkStyle: String, Sendable, CaseIterable {
    case fractal, western
    /// 正, zhèng.
    case zheng

    /// The count drawn in this style, as markup to be put into a page that
    /// holds ``FlowMarks/definitions``.
    ///
    /// - Parameters:
    ///   - count: Not below 0.
    ///   - format: Puts a number into the reader's form.
    public func svg(_ count: Int64, format: (Int64) -> String) -> String {
        switch self {
        case .fractal: FractalMarks(count).svg
        case .western: FlowMarks(count, .gate).svg(format: format)
        case .zheng: FlowMarks(count, .character).svg(format: format)
        }
    }
}
