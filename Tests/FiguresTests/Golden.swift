// Golden drawings, recorded after somebody has reviewed them.

import Foundation
import Testing

/// Compares `text` with the golden file. Run with RECORD_GOLDEN=1 to record it again.
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
