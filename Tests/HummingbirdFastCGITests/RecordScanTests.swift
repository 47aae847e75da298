// When a request is ready to be read (FastCGI 1.0 §3.3).

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
        #expect(scan(request) == .whole(bytes: request.count, bodyBytes: 3))
        for count in 0..<request.count { #expect(scan(Array(request[..<count])) == .incomplete) }
    }

    @Test func `what follows a whole request does not matter`() {
        let request = head + record(5, [])
        #expect(scan(request + [9, 9, 9]) == .whole(bytes: request.count, bodyBytes: 0))
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
        let request = head + foreign + record(5, [])
        #expect(scan(request) == .whole(bytes: request.count, bodyBytes: 0))
    }

    @Test func `what belongs to no request stands by itself`() {
        let stray = record(5, [1, 2, 3], padding: 5)
        #expect(scan(stray + head) == .connection(.stray, bytes: 16))
        for count in 0..<16 { #expect(scan(Array(stray[..<count])) == .incomplete) }
        #expect(scan(abort + head) == .connection(.stray, bytes: 8))
    }

    @Test func `a web server's pending is understood as far as it is sound`() {
        func asked(_ content: [UInt8]) -> RecordScan {
            scan([1, 9, 0, 0, 0, UInt8(content.count), 0, 0] + content)
        }
        let names: [UInt8] = [1, 0, 65, 2, 1, 66, 67, 9]
        #expect(asked(names) == .connection(.getValues(["A", "BC"]), bytes: 16))
        #expect(asked([0x80, 0, 0, 1, 0, 65]) == .connection(.getValues(["A"]), bytes: 14))
        for damage: [UInt8] in [
            [5, 0, 65], [0xFF, 0xFF], [0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF], [1],
        ] {
            #expect(
                asked(names.dropLast() + damage)
                    == .connection(.getValues(["A", "BC"]), bytes: 15 + damage.count))
        }
        #expect(scan([1, 42, 0, 0, 0, 0, 0, 0]) == .connection(.unknownManagement(kind: 42), bytes: 8))
    }

    @Test func `a request may be taken back before it is whole`() {
        let begun = record(1, [0, 1, 1, 0, 0, 0, 0, 0])
        #expect(scan(begun + abort) == .aborted(identifier: 1, keepsConnection: true, bytes: 24))
        let short = head + record(5, [7])
        #expect(
            scan(short + abort) == .aborted(identifier: 1, keepsConnection: false, bytes: short.count + 8))
        var foreign = abort
        foreign[3] = 9
        #expect(scan(begun + foreign) == .incomplete)
        let whole = head + record(5, [])
        #expect(scan(whole + abort) == .whole(bytes: whole.count, bodyBytes: 0))
    }

    private var abort: [UInt8] { record(2, []) }
}
