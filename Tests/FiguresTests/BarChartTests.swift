// Bar charts: the bars' heights, readability, and golden drawings.

import Figures
import Testing

@Suite struct BarChartTests {
    private func svg(_ values: [Int64], anchor: BarChart.Anchor = .first) -> String {
        let bars = values.enumerated().map { BarChart.Bar(label: "\($0.offset)", value: $0.element) }
        return BarChart(bars, anchor: anchor).svg(labelledBy: "name") { String($0) }
    }

    /// How high each bar of a path is, read off the drawing by itself.
    private func heights(_ svg: String, of kind: String = "chart-bar") throws -> [Int] {
        guard let path = svg.firstMatch(of: try Regex("class=\"\(kind)\" d=\"([^\"]*)\""))?[1].substring
        else { return [] }
        return try path.matches(of: /M\d+ (\d+)v(-?\d+)q(\d+) ?-(\d+) (\d+) 0v(\d+)z/).map { bar in
            #expect(bar.1 == "256", "every bar stands on the axis")
            let side = try #require(Int(bar.2)), bow = try #require(Int(bar.4))
            #expect(Int(bar.6) == -side && Int(bar.5) == Int(bar.3).map { 2 * $0 }, "both sides are alike")
            return bow / 2 - side
        }
    }

    /// What the axis goes up to, whether or not there is a line.
    private func top(_ svg: String) throws -> Double {
        let lines = numbers(svg)
        return try lines.count == 3 ? Double(#require(lines.last)) : Double(Int64.max)
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
        let most = try top(svg(values))
        let heights = try heights(svg(values)), drawn = values.filter { $0 > 0 }
        try #require(heights.count == drawn.count)
        for (height, value) in zip(heights, drawn) {
            // To the unit, and what is there can be seen.
            #expect(abs(Double(height) - max(2, 216 * Double(value) / most)) <= 1, "\(value)")
        }
        #expect(try (96...216).contains(#require(heights.max())))
    }

    @Test func `chance finds no value that is drawn out of proportion`() throws {
        for _ in 0..<300 {
            let values = (0..<Int.random(in: 1...40)).map { _ in
                Int64.random(in: 0 ... .max) >> Int64.random(in: 0...62)
            }
            guard values.contains(where: { $0 > 0 }) else { continue }
            let most = try top(svg(values)), drawn = values.filter { $0 > 0 }
            for (height, value) in zip(try heights(svg(values)), drawn) {
                let exact = max(2, 216 * Double(value) / most)
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
        #expect(try heights(svg) == [216, 108])
        #expect(svg.matches(of: />[012]<\/text>/).count >= 3)
    }

    @Test func `the axis has lines at 0, at the next round number and halfway`() {
        let powers: [Int64] = (1..<63).map { 1 << $0 }
        let values: [Int64] = Array(1...2000) + powers.flatMap { [$0 - 1, $0] } + [.max]
        for value in values {
            let lines = numbers(svg([value]))
            let half = lines[1], isInside = lines.count == 3
            #expect(lines[0] == 0 && String(half).dropFirst(2).allSatisfy { $0 == "0" }, "\(value)")
            // Only the largest numbers have no round one above them.
            #expect(isInside ? lines[2] == 2 * half && lines[2] >= value : value > 8_000_000_000_000_000_000)
            #expect(value == 1 || value / 3 >= half / 2, "not more than a quarter of it is empty: \(value)")
        }
    }

    @Test func `the current bar is drawn by itself, with its number above it`() throws {
        let bars = [4, 2, 3].map { BarChart.Bar(label: "", value: $0) }
        for (current, others, height) in [(2, [216, 108], 162), (0, [108, 162], 216)] {
            let svg = BarChart(bars, current: current).svg(labelledBy: "name") { "n\($0)" }
            #expect(try heights(svg) == others)
            #expect(try heights(svg, of: "chart-bar chart-bar--current") == [height])
            let number = try #require(
                svg.firstMatch(of: /<text x="\d+" y="(\d+)"[^>]*>n(\d)<\/text><\/g><path class="chart-axis"/))
            #expect(Int(number.1) == 256 - height - 10 && Int64(number.2) == bars[current].value)
        }
        let plain = BarChart(bars).svg(labelledBy: "name") { String($0) }
        for absent in [-1, 3] {
            #expect(BarChart(bars, current: absent).svg(labelledBy: "name") { String($0) } == plain)
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
            anchor: ["days", "weeks"].contains(name) ? .last : .first,
            current: name == "days" ? values.count - 1 : nil)
        try expectGolden(chart.svg(labelledBy: "name") { String($0) }, "chart-\(name).svg.txt")
    }
}
