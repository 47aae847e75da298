// The marks by themselves: all of them on one sheet, to be looked at, and
// their figures for `deploy/bench`.

import ArgumentParser
import Figures
import Foundation

struct Marks: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Show the tally marks: a sheet of them as HTML, or their figures.",
        discussion: "fivebar marks > sheet.html"
    )

    @Flag(help: "Print how long a drawing takes, in nanoseconds, for ranges of counts.")
    var times = false

    @Flag(help: "Read counts from standard input, one a line, and print their drawings.")
    var read = false

    @Option(help: "The style for --read: \(MarkStyle.allCases.map(\.rawValue).joined(separator: ", ")).")
    var style = "fractal"

    func run() async throws {
        if times {
            printTimes()
        } else if read {
            try printDrawings()
        } else {
            print(try sheet())
        }
    }

    private func printDrawings() throws {
        guard let style = MarkStyle(rawValue: style) else { throw ValidationError("no style named \(style)") }
        while let line = readLine() {
            guard let count = Int64(line), count >= 0 else { throw ValidationError("no count: \(line)") }
            print(style.svg(count) { String($0) })
        }
    }

    private static let shown: [Int64] =
        Array(0...30) + [
            49, 50, 51, 74, 75, 76, 99, 100, 101, 125, 147, 200, 512, 612, 999, 1000, 1001, 1284, 2000, 4567,
        ]
        + [9999, 10_000, 10_001, 12_345, 50_000, 99_999, 100_000, 123_456, 1_000_000, 1_234_567, 987_654_321]
        + [1_000_000_000_000, .max]

    /// The sheet needs nothing but itself: the site's own styles are put into it.
    private func sheet() throws -> String {
        let home = try Settings().home
        let styles = try ["tokens", "schemes", "marks"].map {
            try String(contentsOfFile: "\(home)/Public/css/\($0).css", encoding: .utf8)
        }
        var page = """
            <!doctype html><html lang="en"><meta charset="utf-8"><title>Tally marks</title>
            <style>\(styles.joined())
            body { margin: 2rem; font: 1rem/1.4 system-ui; background: var(--paper); color: var(--ink); }
            ol { display: flex; flex-wrap: wrap; gap: 2rem; padding: 0; list-style: none; align-items: start; }
            li { max-inline-size: 308px; }
            .hidden { position: absolute; inline-size: 0; block-size: 0; }
            </style>\(FlowMarks.definitions)
            """
        for style in MarkStyle.allCases {
            page += "<h1>\(style.rawValue)</h1><ol>"
            for count in Self.shown where style == .fractal || count <= 2500 || count == .max {
                page += "<li>\(count)<div class=\"marks\">\(style.svg(count) { String($0) })</div></li>"
            }
            page += "</ol>"
        }
        return page
    }

    private func printTimes() {
        let ranges: [ClosedRange<Int64>] = [
            0...5, 6...25, 26...99, 100...999, 1000...9999, 10_000...999_999, 1_000_000 ... .max,
        ]
        for style in MarkStyle.allCases {
            for range in ranges where style == .fractal || range.upperBound < 2500 {
                let counts = (0..<1000).map { _ in Int64.random(in: range) }
                var bytes = 0
                let time = ContinuousClock().measure {
                    for _ in 0..<20 {
                        for count in counts { bytes += style.svg(count) { String($0) }.utf8.count }
                    }
                }
                let each =
                    time.components.attoseconds / 1_000_000_000 + time.components.seconds * 1_000_000_000
                print(
                    "\(style.rawValue) \(range.lowerBound)-\(range.upperBound): \(each / 20_000) ns, \(bytes / 20_000) bytes"
                )
            }
        }
    }
}
