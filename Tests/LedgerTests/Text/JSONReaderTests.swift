import Testing

@testable import Ledger

@Suite struct JSONReaderTests {
    /// Values before which others follow.
    private static let values = [
        #"{"a": [1, {"b": "}]\"{["}], "c": {}}"#, #"[[], ["\\"], "]"]"#, "{}", "[]", #""a\"b""#, "12.5e3",
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

    @Test(arguments: values) func `what is cut short is not passed`(_ value: String) {
        for length in 0..<value.utf8.count where value.hasPrefix("{") || value.hasPrefix("[") {
            var reader = JSONReader(Array(value.utf8.prefix(length))[...])
            #expect(throws: JSONReader.Fault.self) { try reader.pass() }
        }
    }
}
