// Western marks: how many, and as agreed.

import Figures
import Foundation
import Testing

@Suite struct WesternMarksTests {
    /// Reads a drawing back, knowing only what a mark looks like in SVG.
    private func count(_ svg: String) -> Int64 {
        let gates = svg.components(separatedBy: "<use href=\"#gate-").count - 1
        let summed = svg.components(separatedBy: "</span>")
        let sum = summed.count > 1 ? Int64(summed[0].components(separatedBy: "× ")[1]) ?? 0 : 0
        let strokes = (summed.last ?? "").components(separatedBy: "<path class=\"ink\"").count - 1
        return sum + Int64(gates) * 5 + Int64(strokes)
    }

    @Test func `each drawing shows its count`() {
        let large: [Int64] = [3499, 3500, 3501, 9999, 10_000, 1_000_000, .max - 1, .max]
        for number in Array(Int64(0)...2600) + large {
            #expect(count(WesternMarks(number).svg { String($0) }) == number)
        }
    }

    @Test func `no more than 2,500 marks are drawn, and never fewer than 1,500 of many`() {
        for number: Int64 in [2500, 2501, 3500, 3501, 123_456_789, .max] {
            let marks = WesternMarks(number)
            let drawn = marks.gates * 5 + marks.strokes
            #expect((1500...2500).contains(drawn), "\(number)")
            #expect(marks.summed % 1000 == 0)
        }
    }

    @Test(arguments: [0, 1, 2, 3, 4, 5, 6, 24, 25, 26, 2500, 2501] as [Int64])
    func `the drawing is the one agreed on`(_ number: Int64) throws {
        try expectGolden(WesternMarks(number).svg { String($0) }, "western-\(number).svg.txt")
    }

    @Test func `the browser is given the same geometry`() {
        for gate in WesternGeometry.gates {
            #expect(GeometryModule.text.contains(gate.slash))
            for upright in gate.uprights { #expect(GeometryModule.text.contains(upright)) }
        }
        #expect(GeometryModule.text.contains(WesternGeometry.bundle))
    }
}

/// Compares `text` with what was agreed on. Run with RECORD_GOLDEN=1 to agree anew.
func expectGolden(
    _ text: String, _ name: String, beside file: String = #filePath,
    at place: SourceLocation = #_sourceLocation
) throws {
    let golden = URL(filePath: file).deletingLastPathComponent().appending(path: "Golden/\(name)")
    if ProcessInfo.processInfo.environment["RECORD_GOLDEN"] == "1" {
        try text.write(to: golden, atomically: true, encoding: .utf8)
    }
    #expect(text == (try String(contentsOf: golden, encoding: .utf8)), sourceLocation: place)
}
