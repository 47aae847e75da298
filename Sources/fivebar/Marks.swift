// Draws marks: all of them on one sheet, for inspection, and their measurements for `deploy/bench`.

import ArgumentParser
import Figures

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

    @Flag(help: "Draw them for the tall frame of a counter's page.")
    var tall = false

    func run() async throws {
        if times {
            printTimes()
        } else if read {
            try printDrawings()
        } else {
            print(sheet)
        }
    }

    private func printDrawings() throws {
        guard let style = MarkStyle(rawValue: style) else { throw ValidationError("no style named \(style)") }
        while let line = readLine() {
            guard let count = Int64(line), count >= 0 else { throw ValidationError("no count: \(line)") }
            print(style.svg(count, in: tall ? .tall : .wide) { String($0) })
        }
    }

    private static let shown: [Int64] =
        Array(0...30) + [
            47, 49, 50, 51, 74, 75, 76, 99, 100, 101, 125, 126, 147, 150, 151, 200, 250, 512, 612, 999, 1000,
            1001,
        ]
        + [1284, 2000, 4567, 9999, 10_000, 10_001, 12_345, 50_000, 99_999, 100_000, 123_456, 1_000_000]
        + [1_234_567, 123_456_789, 1_000_000_000_000, .max]

    /// The colours of a card in the light theme; the site's own are in
    /// Public/css, which may be anywhere.
    private static let styles = """
        body { margin: 2rem; font: 1rem/1.4 system-ui; background: #faf7f0; color: #26221c; }
        ol { display: grid; grid-template-columns: repeat(auto-fill, 366px); gap: 1rem; padding: 0; list-style: none; }
        .field { padding: 12px; border-radius: 14px; background: #edf4fb; }
        .tally { display: block; inline-size: 100%; aspect-ratio: 340 / 112; overflow: visible; }
        .tall { aspect-ratio: 340 / 224; }
        .tally text { font: 600 68px system-ui; }
        .hidden { position: absolute; inline-size: 0; block-size: 0; }
        .ink, .nought, text { fill: #26221c; } .red { fill: #c63d28; }
        .line { fill: var(--line, #26221c); } .cross { fill: var(--cross, #c63d28); } .box { fill: var(--box, #1f4e82); }
        .outline { fill: none; stroke: var(--box, #1f4e82); stroke-width: 5; stroke-linejoin: round; }
        .k { --box: #26221c; --cross: #1f4e82; --line: #c63d28; }
        .l { --box: #c63d28; --cross: #26221c; --line: #1f4e82; }
        .under { opacity: 0.42; }
        .cap path, path.cap { stroke: #edf4fb; stroke-width: 18; stroke-linejoin: round; paint-order: stroke; }
        .far path { stroke-width: 26; }
        .dotted, .ring { fill: none; stroke: #26221c; stroke-width: 7; stroke-linecap: round; }
        .dotted { stroke-dasharray: 0 15; opacity: 0.34; } .slant { stroke: #c63d28; } .nought { opacity: 0.28; }
        """

    /// A self-contained page.
    private var sheet: String {
        var page = """
            <!doctype html><html lang="en"><meta charset="utf-8"><title>Tally marks</title>
            <style>\(Self.styles)</style>\(MarkShapes.everything.markup)
            """
        for style in MarkStyle.allCases {
            page += "<h1>\(style.rawValue)</h1><ol>"
            for count in Self.shown {
                let drawing = style.svg(count, in: tall ? .tall : .wide) { String($0) }
                page += "<li>\(count)<div class=\"field\">\(drawing)</div></li>"
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
            for range in ranges {
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
