// House rules, checked for every file in Sources/.

import Foundation
import Testing

extension HouseTests {
    /// What a protocol of Swift's own asks for: it says all there is to say.
    private static let witnesses = [
        "func == (", "func < (", "func hash(into hasher:", "func encode(to encoder:", "init(from decoder:",
        "var description:", "let description:", "var body:",
    ]

    @Test func `every public symbol says what it is`() throws {
        let folder = Place.home + "/Sources"
        let paths = try FileManager.default.subpathsOfDirectory(atPath: folder).filter {
            $0.hasSuffix(".swift")
        }
        #expect(paths.count > 50)
        for path in paths {
            let text = try String(contentsOfFile: folder + "/" + path, encoding: .utf8)
            var above = ""
            for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
                let code = String(line.drop(while: \.isWhitespace))
                let isWitness = Self.witnesses.contains { code.contains($0) }
                if code.hasPrefix("public "), !code.hasPrefix("public import "), !isWitness {
                    #expect(above.hasPrefix("///"), "\(path): \(code)")
                }
                if !code.hasPrefix("@") { above = code }
            }
        }
    }
}
