// Western marks and 正: how many, and golden drawings.

import Figures
import Testing

@Suite struct FlowMarksTests {
    private static let styles: [MarkStyle] = [.western, .zheng]
    private static let counts = Counts.known + Counts.random.prefix(1000)

    private func svg(_ count: Int64, _ style: MarkStyle, _ frame: MarkFrame = .wide) -> String {
        style.svg(count, in: frame) { String($0) }
    }

    @Test(arguments: MarkStyle.allCases)
    func `the five of a count's last mark is drawn with shapes that are there`(_ style: MarkStyle) {
        let shapes = style.shapesOfFives.markup
        for (count, marks) in [(1, 1), (5, 5), (6, 1), (147, 2), (Int64.max, 2)] as [(Int64, Int)] {
            let name = "\(style == .zheng ? "x" : "a")\(marks)"
            #expect(style.lastFive(of: count).contains("<use href=\"#\(name)\"/>"), "\(count)")
            #expect(shapes.contains("id=\"\(name)\""))
        }
    }

    @Test(arguments: styles, MarkFrame.allCases)
    func `each drawing shows its count`(_ style: MarkStyle, _ frame: MarkFrame) {
        for count in Counts.known + Counts.random {
            #expect(Drawing(svg(count, style, frame)).count == count)
        }
    }

    @Test(arguments: styles)
    func `no two counts share a drawing`(_ style: MarkStyle) {
        #expect(Set((Int64(0)..<100_000).map { svg($0, style) }).count == 100_000)
    }

    @Test func `of many, the newest eleven to twenty fives are drawn`() {
        for count in Self.counts where count > 150 {
            let marks = FlowMarks(count, .gate)
            #expect((51...100).contains(marks.drawn), "\(count)")
            #expect(marks.putAway % 10 == 0 && marks.putAway > 0)
        }
        for count in Int64(0)...150 { #expect(FlowMarks(count, .gate).putAway == 0) }
    }

    @Test(arguments: styles)
    func `nothing leaves the frame, which is the same at every count`(_ style: MarkStyle) {
        for count in Self.counts {
            let drawing = Drawing(svg(count, style)), window = drawing.window
            #expect(abs(window.width / window.height - 340.0 / 112) < 0.003, "\(count)")
            for leaf in drawing.leaves {
                #expect(leaf.minX >= window.x && leaf.maxX <= window.x + window.width, "\(count)")
                #expect(leaf.minY >= window.y && leaf.maxY <= window.y + window.height + 2, "\(count)")
            }
        }
    }

    @Test func `the strokes of 正 come in their order`() {
        // Top bar, upright, short right bar, short left upright, base bar.
        for start in Int64(0)..<3 {
            let strokes = Drawing(svg(5 * start + 5, .zheng)).strokes.suffix(5)
            let isBar = strokes.map { $0.maxX - $0.minX > $0.maxY - $0.minY }
            #expect(isBar == [true, false, true, false, true])
            #expect(strokes.last?.kind == "red")
        }
    }

    @Test func `a drawing is small`() {
        for style in Self.styles {
            for count in Self.counts { #expect(svg(count, style).utf8.count <= 233, "\(count)") }
        }
    }

    @Test(arguments: Counts.agreed)
    func `the drawing is the one agreed on`(_ count: Int64) throws {
        for style in Self.styles {
            let drawings = MarkFrame.allCases.map { svg(count, style, $0) }
            try expectGolden(drawings.joined(separator: "\n") + "\n", "\(style.rawValue)-\(count).svg.txt")
        }
    }
}
