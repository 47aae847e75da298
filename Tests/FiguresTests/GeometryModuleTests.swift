// What the browser's drawer is given.

import Figures
import Foundation
import Testing

@Suite struct GeometryModuleTests {
    @Test func `the browser is given the same geometry`() throws {
        let json = try #require(GeometryModule.text.split(separator: "= ", maxSplits: 1).last)
        let table = try #require(try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any])
        #expect(table["gate"] as? [[[Int]]] == MarkGeometry.gates.map { $0.map(numbers) })
        #expect(table["character"] as? [[[Int]]] == MarkGeometry.characters.map { $0.map(numbers) })
        #expect(table["cap"] as? [[Int]] == MarkGeometry.cap.map(numbers))
        #expect(
            (table["blocks"] as? [[String: Any]])?.compactMap { $0["pitch"] as? Int }
                == MarkGeometry.blocks.map(\.pitch))
        #expect(table["most"] as? Int64 == MarkGeometry.mostDrawn)
    }

    private func numbers(_ stroke: MarkGeometry.Stroke) -> [Int] {
        [stroke.x, stroke.y, stroke.controlX, stroke.controlY, stroke.endX, stroke.endY]
    }
}
