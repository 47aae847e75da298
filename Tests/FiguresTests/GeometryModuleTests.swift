// The geometry module for the browser's drawing code.

import Figures
import Foundation
import Testing

@Suite struct GeometryModuleTests {
    @Test func `the browser is given a table of whole numbers`() throws {
        let json = try #require(GeometryModule.text.split(separator: "= ", maxSplits: 1).last)
        let table = try #require(try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any])
        #expect(table["frame"] as? [Int] == [0, 0, 1360, 448])
        #expect(table["places"] as? [[Int]] == [[84, 146], [168, 0], [0, 0], [168, 292], [0, 292]])
        #expect(table["gates"] as? [String] == ["abcdb", "bcdac", "cdabd", "dabca"])
        #expect(
            table["needed"] as? [String: Int] == [
                "twentyFives": 20, "hundreds": 90, "thousands": 990, "beyond": 9990,
            ])
    }
}
