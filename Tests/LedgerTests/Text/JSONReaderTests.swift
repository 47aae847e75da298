import Testing

@testable import Ledger

@Suite struct JSONReaderTests {
    /// Values before which others follow.
    private static let values = [
        #"{"a": [1, {"b": "}]\"{["}], "c": {}}"#, #"[[], ["\\"], "]"]"#, "{}", "[]", #""a\"b""#, #""a\\""#,
        #"["a\\\"]", "\\"]"#, #""""#, "12.5e3",
        "true", "null",
    ]

    @Test(arguments: values) func `what is passed ends where it does when it is read`(_ value: String) throws
    {
        let bytes = Array("  \(value) , 7".utf8)
        var passing = JSONReader(bytes[...]), skipping = JSONReader(bytes[...])
        try passing.pass()
        try skipping.skip()
        #expect(passing.position == skipping.position)
    }

    @Test func `the rest of an object is passed from between its values`() throws {
        var reader = JSONReader(Array(#"{"a": 1, "b": ["}"], "c": {}}, 7"#.utf8)[...]), isFirst = true
        #expect(try reader.beginObject() && reader.nextName(&isFirst) == "a")
        try reader.skip()
        try reader.passRest()
        #expect(!reader.isAtEnd() && reader.position == #"{"a": 1, "b": ["}"], "c": {}}"#.utf8.count)
    }

    @Test(arguments: values) func `what is cut short is not passed`(_ value: String) {
        for length in 0..<value.utf8.count where ["{", "[", "\""].contains(value.prefix(1)) {
            var reader = JSONReader(Array(value.utf8.prefix(length))[...])
            #expect(throws: JSONReader.Fault.self) { try reader.pass() }
        }
    }
}
