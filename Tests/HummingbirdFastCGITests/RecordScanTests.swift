// When a request is there to be read (FastCGI 1.0 §3.3).

import Testing

@testable import HummingbirdFastCGI

@Suite struct RecordScanTests {
    private func record(_ kind: UInt8, _ content: [UInt8], padding: Int = 0) -> [UInt8] {
        [1, kind, 0, 1, UInt8(content.count >> 8), UInt8(content.count & 255), UInt8(padding), 0] + content
            + [UInt8](repeating: 0, count: padding)
    }

    private var head: [UInt8] {
        record(1, [0, 1, 0, 0, 0, 0, 0, 0]) + record(4, [1, 1, 65, 66], padding: 4) + record(4, [])
    }

    private func scan(_ bytes: [UInt8]) -> RecordScan { bytes.withUnsafeBytes { RecordScan($0) } }

    @Test func `a request is whole with the end of its body, and at no byte before`() {
        let request = head + record(5, [1, 2, 3], padding: 5) + record(5, [])
        #expect(scan(request) == .whole)
        for count in 0..<request.count { #expect(scan(Array(request[..<count])) == .incomplete) }
    }

    @Test func `what follows a whole request does not matter`() {
        #expect(scan(head + record(5, []) + [9, 9, 9]) == .whole)
    }

    @Test func `a long body is not waited for`() {
        let part = record(5, [UInt8](repeating: 7, count: 9000))
        #expect(scan(head + part) == .incomplete)
        #expect(scan(head + part + part) == .uploading)
    }

    @Test(arguments: [
        [0, 0, 0, 0, 0, 0, 0, 0], Array("GET / HTTP/1.1\r\n\r\n".utf8), [2, 1, 0, 1, 0, 8, 0, 0],
    ])
    func `what is not of version 1 is no request`(_ bytes: [UInt8]) {
        #expect(scan(bytes) == .malformed)
    }

    @Test func `the end of somebody else's body is not the end of ours`() {
        var foreign = record(5, [])
        foreign[3] = 2
        #expect(scan(head + foreign) == .incomplete)
        #expect(scan(head + foreign + record(5, [])) == .whole)
    }

    @Test func `a body without a head is not begun`() {
        #expect(scan(record(4, []) + record(5, [])) == .incomplete)
    }
}
