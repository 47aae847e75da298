// Bar charts: the bars' heights, readability, and golden drawings.

import Figures
import Testing

@Suite struct BarChartTests {
    private func svg(_ values: [Int64], anchor: BarChart.Anchor = .first) -> String {
        let bars = values.enumerated().map { BarChart.Bar(label: "\($0.offset)", value: $0.element) }
        return BarChart(bars, anchor: anchor).svg(labelledBy: "name") { String($0) }
    }

    /// How high each stroke of the bars' path is, read off the drawing by itself.
    private func heights(_ svg: String) throws -> [Int] {
        guard let path = svg.firstMatch(of: /class="chart-bar"[^>]* d="([^"]*)"/)?.1 else { return [] }
        return try path.matches(of: /M\d+ (\d+)q-?\d+ ?-?\d+ ?-?\d+ ?(-?\d+)/).map { stroke in
            #expect(stroke.1 == "256", "every bar stands on the axis")
            let rise = try #require(Int(stroke.2))
            return -rise
        }
    }

    private func numbers(_ svg: String) -> [Int64] {
        let axis = svg.firstMatch(of: /<g text-anchor="end">(.*?)<\/g>/)?.1 ?? ""
        return axis.matches(of: />(\d+)</).compactMap { Int64($0.1) }
    }

    @Test(
        arguments: [
            [1], [0, 1], [7, 3, 0, 12], [1, 1_000_000], [.max], [.max, .max / 2, .max / 3, 1], [.max - 1, 5],
            Array(0..<84),
        ] as [[Int64]])
    func `a bar is as high as its value is large`(_ values: [Int64]) throws {
        let most = try Double(#require(values.max()))
        let heights = try heights(svg(values)), drawn = values.filter { $0 > 0 }
        try #require(heights.count == drawn.count)
        for (height, value) in zip(heights, drawn) {
            // To the unit, and what is there can be seen.
            #expect(abs(Double(height) - max(2, 240 * Double(value) / most)) <= 1, "\(value)")
        }
        #expect(heights.max() == 240)
    }

    @Test func `chance finds no value that is drawn out of proportion`() throws {
        for _ in 0..<300 {
            let values = (0..<Int.random(in: 1...40)).map { _ in
                Int64.random(in: 0 ... .max) >> Int64.random(in: 0...62)
            }
            guard let most = values.max(), most > 0 else { continue }
            let drawn = values.filter { $0 > 0 }
            for (height, value) in zip(try heights(svg(values)), drawn) {
                let exact = max(2, 240 * Double(value) / Double(most))
                #expect(abs(Double(height) - exact) <= 1, "\(value) of \(most)")
            }
        }
    }

    @Test(arguments: [[], [0], [0, 0, 0], [-5, 0, .min]] as [[Int64]])
    func `of nothing nothing is drawn but the axis`(_ values: [Int64]) throws {
        let svg = svg(values)
        #expect(try heights(svg).isEmpty)
        #expect(numbers(svg) == [0])
        #expect(svg.contains("chart-axis"))
    }

    @Test func `what is below 0 has no bar, and its label stands`() throws {
        let svg = svg([4, -4, 2])
        #expect(try heights(svg) == [240, 120])
        #expect(svg.matches(of: />[012]<\/text>/).count >= 3)
    }

    @Test func `the axis has at most four lines, at round numbers in even steps`() {
        let powers: [Int64] = (1..<63).map { 1 << $0 }
        let values: [Int64] = Array(1...2000) + powers.flatMap { [$0 - 1, $0] } + [.max]
        for value in values {
            let lines = numbers(svg([value]))
            #expect((2...4).contains(lines.count), "\(value)")
            guard lines.count > 1 else { continue }
            let step = lines[1]
            #expect(lines == lines.indices.map { Int64($0) * step }, "\(value)")
            #expect(String(step).drop { "125".contains($0) }.allSatisfy { $0 == "0" }, "\(value)")
            #expect(lines.allSatisfy { $0 <= value }, "\(value)")
        }
    }

    @Test func `labels do not stand on each other, and none leaves the drawing`() throws {
        for anchor in [BarChart.Anchor.first, .last] {
            for count in [1, 2, 7, 12, 24, 30, 84] {
                let bars = (0..<count).map { BarChart.Bar(label: "\($0) November", value: Int64($0)) }
                let svg = BarChart(bars, anchor: anchor).svg(labelledBy: "name") { String($0) }
                var end = -100.0
                for label in svg.matches(of: /<text x="(\d+)" y="290"(?: text-anchor="(\w+)")?>([^<]*)</) {
                    let x = try Double(#require(Int(label.1))), width = Double(label.3.count) * 14
                    let start = label.2 == "start" ? x : label.2 == "end" ? x - width : x - width / 2
                    #expect(start > end && start >= 0, "\(label.3) of \(count)")
                    end = start + width
                    #expect(end <= 640, "\(label.3) of \(count)")
                }
            }
        }
    }

    @Test func `the label of the end that was asked for is there`() {
        #expect(svg(Array(repeating: 1, count: 84)).contains("y=\"290\">0<"))
        #expect(svg(Array(repeating: 1, count: 84), anchor: .last).contains(">83</text>"))
    }

    @Test func `a chart names no colour, and says what it is called`() {
        let svg = svg([1, 2, 3])
        #expect(svg.contains("role=\"img\" aria-labelledby=\"name\""))
        for word in ["style=", "fill=", "stroke=\"", "#", "rgb", "oklch"] {
            #expect(!svg.contains(word), "\(word)")
        }
    }

    @Test func `the same values are drawn the same`() {
        #expect(svg([3, 1, 4, 1, 5, 9, 2, 6]) == svg([3, 1, 4, 1, 5, 9, 2, 6]))
    }

    static let agreed: [String: (labels: [String], values: [Int64])] = [
        "hours": (
            (0..<24).map { String($0) },
            [0, 0, 0, 0, 0, 1, 4, 9, 14, 12, 7, 5, 11, 6, 3, 2, 4, 8, 16, 21, 13, 6, 2, 1]
        ),
        "weekdays": (["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"], [12, 0, 31, 7, 18, 42, 3]),
        "days": (dates(30), (0..<30).map { Int64($0 * $0 * 7 % 23) }),
        "weeks": (dates(84), (0..<84).map { Int64($0 * 37 % 101) }),
        "nothing": (["Mon", "Tue", "Wed"], [0, 0, 0]),
        "one": (["Mon"], [1]),
        "huge": (["a", "b", "c", "d", "e"], [.max, .max / 2, 1, 0, -5]),
        "escaped": (["<&\">"], [3]),
    ]

    private static func dates(_ count: Int) -> [String] { (0..<count).map { "\($0 % 30 + 1) Nov" } }

    @Test(arguments: agreed.keys.sorted())
    func `the chart is the one agreed on`(_ name: String) throws {
        let (labels, values) = try #require(Self.agreed[name])
        let chart = BarChart(
            zip(labels, values).map { BarChart.Bar(label: $0, value: $1) },
            anchor: ["days", "weeks"].contains(name) ? .last : .first)
        try expectGolden(chart.svg(labelledBy: "name") { String($0) }, "chart-\(name).svg.txt")
    }
}
