// Western marks and 正: how many, and as agreed.

import Figures
import Testing

@Suite struct FlowMarksTests {
    private static let large: [Int64] = [3499, 3500, 3501, 9999, 10_000, 1_000_000, .max - 1, .max]

    @Test(arguments: [MarkStyle.western, .zheng])
    func `each drawing shows its count`(_ style: MarkStyle) {
        for number in Array(Int64(0)...2600) + Self.large {
            #expect(Drawing(style.svg(number) { String($0) }).count == number)
        }
    }

    @Test func `no more than 2,500 marks are drawn, and never fewer than 1,500 of many`() {
        for number: Int64 in [2500, 2501, 3500, 3501, 123_456_789, .max] {
            let marks = FlowMarks(number, .gate)
            #expect((1500...2500).contains(marks.fives * 5 + marks.strokes), "\(number)")
            #expect(marks.summed % 1000 == 0)
        }
    }

    @Test func `the strokes of 正 come in their order`() {
        // Top bar, upright, short right bar, short left upright, base bar.
        for strokes in MarkGeometry.characters {
            let isBar = strokes.map { abs($0.endX) > abs($0.endY) }
            #expect(isBar == [true, false, true, false, true])
            #expect(strokes[0].y < strokes[2].y && strokes[2].y < strokes[4].y)
            #expect(strokes[3].x < strokes[1].x && strokes[1].x < strokes[2].x)
        }
    }

    @Test(arguments: FractalMarksTests.agreed)
    func `the drawing is the one agreed on`(_ number: Int64) throws {
        for style in [MarkStyle.western, .zheng] where number < 2500 {
            try expectGolden(style.svg(number) { String($0) }, "\(style.rawValue)-\(number).svg.txt")
        }
    }

    /// Of thousands of marks, only what is in front and how many follow is worth agreeing on.
    @Test(arguments: FractalMarksTests.agreed)
    func `the drawing of many marks begins as agreed on`(_ number: Int64) throws {
        for style in [MarkStyle.western, .zheng] where number >= 2500 {
            let drawing = style.svg(number) { String($0) }
            let start = drawing.prefix(while: { $0 != "×" })
            try expectGolden(
                "\(start)\n\(drawing.utf8.count) bytes, \(Drawing(drawing).references) fives\n\(drawing.suffix(300))",
                "\(style.rawValue)-\(number).svg.txt")
        }
    }
}
