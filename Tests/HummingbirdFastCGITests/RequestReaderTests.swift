// What a connection's bytes say (FastCGI 1.0 §3.3 and §5).

import NIOCore
import Testing

@testable import HummingbirdFastCGI

@Suite struct RequestReaderTests {
    /// What was read, in words.
    private enum Read: Equatable {
        case request(id: UInt16, uri: String?, body: [UInt8], isWhole: Bool)
        case aborted(UInt16, keeps: Bool)
        case connection(ConnectionRecord)
        case second(UInt16)
        case tooLong(UInt16)
        case malformed

        init(_ event: RequestReader.Event) {
            self =
                switch event {
                case .request(let request):
                    .request(
                        id: request.identifier, uri: request.variables["REQUEST_URI"],
                        body: Array(request.body.readableBytesView), isWhole: request.isWhole)
                case .aborted(let id, let keeps): .aborted(id, keeps: keeps)
                case .connection(let record): .connection(record)
                case .secondRequest(let id): .second(id)
                case .headTooLong(let id): .tooLong(id)
                }
        }
    }

    /// Reads the bytes as they arrive in pieces.
    private func read(_ bytes: [UInt8], inPiecesOf size: Int = .max) -> [Read] {
        var reader = RequestReader(), read: [Read] = [], unread: [UInt8] = [], position = 0
        while position < bytes.count {
            let end = position + min(size, bytes.count - position)
            unread += bytes[position..<end]
            position = end
            let left = unread.withUnsafeBytes { unread -> [UInt8]? in
                var rest = unread[...]
                do {
                    while let event = try reader.next(&rest) { read.append(Read(event)) }
                } catch {
                    return nil
                }
                return Array(rest)
            }
            guard let left else { return read + [.malformed] }
            unread = left
        }
        return read
    }

    private func record(_ kind: UInt8, _ content: [UInt8] = [], of request: UInt8 = 1, padding: Int = 0)
        -> [UInt8]
    {
        [1, kind, 0, request, UInt8(content.count >> 8), UInt8(content.count & 255), UInt8(padding), 0]
            + content + [UInt8](repeating: 9, count: padding)
    }

    private var beginning: [UInt8] { record(1, [0, 1, 0, 0, 0, 0, 0, 0]) }
    private var variables: [UInt8] { pairs(["REQUEST_URI": "/a"]) }
    private var head: [UInt8] { beginning + record(4, variables, padding: 4) + record(4) }

    private func whole(_ body: [UInt8] = []) -> Read {
        .request(id: 1, uri: "/a", body: body, isWhole: true)
    }

    @Test(arguments: [1, 2, 7, 8, 9, 1000])
    func `a request is read however it arrives, and what follows it is not lost`(_ size: Int) {
        let request = head + record(5, [1, 2, 3], padding: 5) + record(5, [4], padding: 255) + record(5)
        #expect(read(request + request, inPiecesOf: size) == [whole([1, 2, 3, 4]), whole([1, 2, 3, 4])])
        let abort = record(2)
        #expect(read(request + abort, inPiecesOf: size) == [whole([1, 2, 3, 4]), .connection(.stray)])
    }

    @Test func `no part of a request is one`() {
        let request = head + record(5, [1, 2, 3], padding: 5) + record(5)
        for count in 0..<request.count { #expect(read(Array(request[..<count])) == []) }
    }

    @Test func `the ends of variables and of the body may be padded`() {
        let padded = beginning + record(4, variables) + record(4, padding: 3)
        #expect(
            read(padded + record(5, [7]) + record(5, padding: 8) + head + record(5)) == [whole([7]), whole()])
    }

    @Test(arguments: 1...20) func `variables may be parted anywhere`(_ size: Int) {
        var bytes = beginning
        for start in stride(from: 0, to: variables.count, by: size) {
            bytes += record(4, Array(variables[start..<min(start + size, variables.count)]))
        }
        #expect(read(bytes + record(4) + record(5)) == [whole()])
    }

    @Test func `a long body is not waited for, and one that has arrived is whole`() {
        let part = [UInt8](repeating: 7, count: 9000)
        #expect(read(head + record(5, part)) == [])
        #expect(
            read(head + record(5, part) + record(5, part)) == [
                .request(id: 1, uri: "/a", body: part + part, isWhole: false)
            ])
        // Also if it comes in one record that is not there yet.
        let long = head + record(5, part + part)
        #expect(read(Array(long.dropLast())) == [.request(id: 1, uri: "/a", body: [], isWhole: false)])
        #expect(read(head + record(5, part) + record(5, part) + record(5)) == [whole(part + part)])
    }

    @Test(arguments: [
        [0, 0, 0, 0, 0, 0, 0, 0], Array("GET / HTTP/1.1\r\n\r\n".utf8), [2, 1, 0, 1, 0, 8, 0, 0], [2],
    ])
    func `what is not of version 1 is no request`(_ bytes: [UInt8]) {
        #expect(read(bytes) == [.malformed])
    }

    @Test(arguments: [
        [0xC0, 0, 0, 0, 0xC0, 0, 0, 0], [0xFF, 0xFF, 0xFF, 0xFE, 0xFF, 0xFF, 0xFF, 0xFE],
        [0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF], [1], [1, 0x80], [2, 1, 65, 66],
        [0x80, 0, 0, 2, 0, 65],
        [0x7F, 0x7F, 65, 66],
    ])
    func `variables that are longer than what was sent are none`(_ damage: [UInt8]) {
        #expect(read(beginning + record(4, damage) + record(4) + record(5)) == [.malformed])
        #expect(read(beginning + record(4, variables + damage) + record(4) + record(5)) == [.malformed])
    }

    @Test func `lengths may have four bytes`() {
        let long: [UInt8] = [0x80, 0, 0, 11, 0x80, 0, 0, 2] + Array("REQUEST_URI/a".utf8)
        #expect(read(beginning + record(4, long) + record(4) + record(5)) == [whole()])
    }

    @Test func `a head without end is too long at some time`() {
        let part = record(4, [UInt8](repeating: 0, count: 60_000))
        #expect(read(beginning + part + part) == [])
        #expect(read(beginning + part + part + part) == [.tooLong(1)])
    }

    @Test func `a request that begins too short, or twice, is none`() {
        #expect(read(record(1, [0, 1])) == [.malformed])
        #expect(read(beginning + beginning) == [.malformed])
    }

    @Test func `what belongs to somebody else's request does not matter`() {
        let foreign = record(4, of: 2) + record(5, [1], of: 2) + record(5, of: 2) + record(2, of: 2)
        #expect(read(beginning + foreign + record(4, variables) + foreign + record(4) + foreign) == [])
        #expect(read(head + foreign + record(5, [7]) + foreign + record(5)) == [whole([7])])
    }

    @Test func `a second request at the same time is refused, and the first goes on`() {
        let second = record(1, [0, 1, 0, 0, 0, 0, 0, 0], of: 2)
        #expect(
            read(beginning + second + record(4, variables) + record(4) + record(5)) == [.second(2), whole()])
    }

    @Test func `what belongs to no request stands by itself`() {
        let stray = record(5, [1, 2, 3], padding: 5)
        #expect(read(stray + head + record(5)) == [.connection(.stray), whole()])
        for count in 0..<16 { #expect(read(Array(stray[..<count])) == []) }
        #expect(
            read(record(1, [0, 1, 0, 0, 0, 0, 0, 0], of: 0)) == [.connection(.unknownManagement(kind: 1))])
    }

    @Test func `a web server's question is understood as far as it is sound, also within a request`() {
        func asked(_ content: [UInt8]) -> [Read] { read(record(9, content, of: 0)) }
        let names: [UInt8] = [1, 0, 65, 2, 1, 66, 67, 9]
        #expect(asked(names) == [.connection(.getValues(["A", "BC"]))])
        #expect(asked([0x80, 0, 0, 1, 0, 65]) == [.connection(.getValues(["A"]))])
        for damage: [UInt8] in [
            [5, 0, 65], [0xFF, 0xFF], [0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF], [1],
        ] {
            #expect(asked(names + damage) == [.connection(.getValues(["A", "BC"]))])
        }
        #expect(read(record(42, of: 0)) == [.connection(.unknownManagement(kind: 42))])
        #expect(
            read(beginning + record(9, names, of: 0) + record(4, variables) + record(4) + record(5))
                == [.connection(.getValues(["A", "BC"])), whole()])
    }

    @Test func `a request may be taken back before it is whole`() {
        let kept = record(1, [0, 1, 1, 0, 0, 0, 0, 0])
        #expect(read(kept + record(2) + head + record(5)) == [.aborted(1, keeps: true), whole()])
        #expect(read(head + record(5, [7]) + record(2)) == [.aborted(1, keeps: false)])
    }

    @Test func `only a responder's requests are for this program`() throws {
        for (role, isForResponder) in [(1, true), (2, false), (3, false), (9, false)] as [(UInt8, Bool)] {
            var reader = RequestReader()
            let bytes = record(1, [0, role, 0, 0, 0, 0, 0, 0]) + record(4) + record(5)
            try bytes.withUnsafeBytes { bytes in
                var rest = bytes[...]
                guard case .request(let request) = try reader.next(&rest) else {
                    Issue.record("no request")
                    return
                }
                #expect(request.isForResponder == isForResponder)
            }
        }
    }
}
