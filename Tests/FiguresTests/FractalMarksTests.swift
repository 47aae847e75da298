// Fractal marks: how many, where the caps are, how large, and as agreed.

import Figures
import Testing

@Suite struct FractalMarksTests {
    private static let powers: [Int64] = (0...9).map { power in
        (0..<power).reduce(1) { number, _ in number * 100 }
    }

    /// Every threshold, what lies beside it, and numbers of no kind.
    private static let numbers: [Int64] = {
        let thresholds = powers.flatMap { power in
            [1, 5, 10, 25, 50, 90].map { power.multipliedReportingOverflow(by: $0).partialValue }
        }
        var random = SystemRandomNumberGenerator()
        let others = (0..<500).map { _ in
            Int64.random(in: 0 ... .max, using: &random) >> Int64.random(in: 0...62, using: &random)
        }
        return (thresholds.flatMap { [$0 &- 1, $0, $0 &+ 1] } + others + [.max - 1, .max]).filter { $0 >= 0 }
    }()

    /// Up to 1,100, and then in steps that meet every hundred, fifty and five.
    private static let everyday =
        Array(Int64(0)...1100) + stride(from: 1101, through: 10_100, by: 7) + [9999, 10_000]

    private func drawing(_ number: Int64) -> Drawing { Drawing(FractalMarks(number).svg) }

    @Test func `each drawing shows its count`() {
        for number in Self.everyday + Self.numbers {
            #expect(drawing(number).count == number)
        }
    }

    @Test func `a cap is there exactly when what it closes is complete`() {
        for number in Self.everyday + Self.numbers where number > 0 {
            let drawing = drawing(number)
            let isPower = Self.powers.dropFirst().contains(number)
            let hundreds = Int(number / 100 % 10), thousands = Int(number / 1000 % 10)
            #expect(drawing.number(of: "slash") == Int(number % 100 / 5), "\(number)")
            #expect(drawing.number(of: "cap") == 2 * Int(number % 100 / 25), "\(number)")
            if number < 10_000 {
                #expect(drawing.number(of: "cross") == 2 * hundreds, "\(number)")
                #expect(drawing.number(of: "line") == thousands, "\(number)")
            }
            #expect(drawing.number(of: "closure") == (isPower && number > 100 ? 1 : 0), "\(number)")
        }
    }

    @Test func `the mark in hand is as large as the first one was, and nothing leaves a card of 340 pixels`()
    {
        for number in Self.everyday + Self.numbers where number > 0 {
            let drawing = drawing(number)
            // Two units are a pixel, and a card keeps 16 of them at either side.
            #expect(drawing.width <= 2 * (340 - 32), "\(number)")
            for line in drawing.lines {
                if line.kind == "ink" { #expect(line.end.y - line.start.y >= 2 * 20, "\(number)") }
                for point in line.points {
                    #expect((-8...drawing.width + 8).contains(point.x), "\(number)")
                    #expect((-8...drawing.height + 8).contains(point.y), "\(number)")
                }
            }
        }
    }

    @Test func `no two marks lie on each other`() {
        for number in Self.numbers + Array(Int64(1)...1100) {
            let starts = drawing(number).lines.filter { $0.kind == "ink" || $0.kind == "box" }.map {
                "\($0.start)"
            }
            #expect(Set(starts).count == starts.count, "\(number)")
        }
    }

    @Test func `a mark stays where it was made until its hundred is complete`() {
        for number in Int64(1)..<300 where number % 100 != 0 && number % 100 != 99 {
            let before = drawing(number).lines.filter { $0.kind == "ink" }.map { "\($0.start)" }
            let after = drawing(number + 1).lines.filter { $0.kind == "ink" }.map { "\($0.start)" }
            #expect(Set(before).isSubset(of: after), "\(number)")
        }
    }

    @Test func `a drawing is small`() {
        let sizes = (Array(Int64(0)...1100) + Array(9900...10_000)).map { FractalMarks($0).svg.utf8.count }
        #expect(sizes.max() ?? 0 <= 4096)
        #expect(sizes[..<100].count { $0 < 1024 } > 50)
    }

    static let agreed: [Int64] = [
        0, 1, 2, 3, 4, 5, 6, 24, 25, 26, 99, 100, 101, 999, 1000, 1001, 9999, 10_000, 10_001, 99_999, 100_000,
        1_000_000, .max,
    ]

    @Test(arguments: agreed)
    func `the drawing is the one agreed on`(_ number: Int64) throws {
        try expectGolden(FractalMarks(number).svg, "fractal-\(number).svg.txt")
    }
}
