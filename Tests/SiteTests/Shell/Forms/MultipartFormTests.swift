// Forms with a file, as browsers send them and as nobody should.

import Testing

@testable import Site

@Suite struct MultipartFormTests {
    private static func part(_ name: String, _ content: String, more header: String = "") -> String {
        "--b\r\nContent-Disposition: form-data; name=\"\(name)\"\(header)\r\n\r\n\(content)\r\n"
    }

    private func read(_ text: String, boundary: String = "b") -> MultipartForm? {
        MultipartForm(Array(text.utf8), boundary: boundary)
    }

    @Test func `fields and files are read as they were sent`() throws {
        let file = Self.part(
            "file", "a\r\n--c\r\nb", more: "; filename=\"my %22best%22.csv\"\r\nContent-Type: text/csv")
        let form = try #require(read(Self.part("note", "") + file + "--b--\r\n"))
        #expect(form.parts.map(\.name) == ["note", "file"])
        #expect(form["note"]?.filename == nil && form["note"]?.content.isEmpty == true)
        #expect(form["file"]?.filename == "my \"best\".csv")
        #expect(form["file"].map { String(decoding: $0.content, as: UTF8.self) } == "a\r\n--c\r\nb")
    }

    @Test(arguments: [
        "", "--b", "--b\r\n", "--b\r\n\r\n", "--c\r\n\r\n\r\n--c--", part("file", "never ends"),
    ])
    func `what is no such form is nothing`(text: String) {
        #expect(read(text) == nil)
    }

    @Test func `a header longer than any browser's is refused, and so is a crowd of parts`() {
        let end = "--b--\r\n"
        let long = Self.part("file", "x", more: "\r\n" + String(repeating: "x\r\n", count: 3_000))
        #expect(read(long + end) == nil)
        #expect(read(Self.part("file", String(repeating: "x\r\n", count: 3_000)) + end) != nil)
        #expect(read((0..<16).map { Self.part("\($0)", "") }.joined() + end) != nil)
        #expect(read((0..<17).map { Self.part("\($0)", "") }.joined() + end) == nil)
        #expect(
            read("--" + String(repeating: "b", count: 71) + "--", boundary: String(repeating: "b", count: 71))
                == nil)
    }
}
