// Requests that the web server takes back, and its questions about the program.

import Foundation
import Hummingbird
import NIOCore
import Testing

@testable import HummingbirdFastCGI

extension EngineTests {
    @Test func `a request that is taken back is ended, and its connection kept`() async throws {
        try await serving { running in
            let peer = try running.peer()
            await peer.send(Array(head("/size", announcing: 100)) + bodyParts(10) + abort)
            #expect(
                await peer.record()
                    == Record(kind: Record.endRequest, request: 1, content: Array(repeating: 0, count: 8)))
            await peer.send(request("/"))
            #expect(await peer.answer()?.hasSuffix("hello") == true)
        }
    }

    @Test func `what comes together with what is answered before it is answered, too`() async throws {
        try await serving { running in
            let peer = try running.peer()
            await peer.send(request("/"))
            #expect(await peer.answer() != nil)
            // From here on the connection is watched: nothing tells that there is more in what has come.
            let question: [UInt8] = [1, 9, 0, 0, 0, 0, 0, 0]
            await peer.send(question + request("/"))
            #expect(await peer.record()?.kind == Record.valuesResult)
            #expect(await peer.answer()?.hasSuffix("hello") == true)
            await peer.send(Array(head("/size", announcing: 100)) + abort + request("/"))
            #expect(await peer.record()?.kind == Record.endRequest)
            #expect(await peer.answer()?.hasSuffix("hello") == true)
        }
    }

    @Test func `a request without wish to be kept is ended and closed when it is taken back`() async throws {
        try await serving { running in
            let peer = try running.peer()
            await peer.send(beginning(keeps: false) + abort)
            #expect(await peer.record()?.kind == Record.endRequest)
            #expect(await peer.isEnded)
        }
    }

    @Test func `a long body that is taken back ends its request`() async throws {
        try await serving { running in
            let peer = try running.peer()
            await peer.send(head("/size", announcing: 900_000) + bodyParts(300_000))
            await peer.send(abort)
            #expect(await peer.answer() != nil)
        }
    }

    @Test(arguments: ["/size", "/"])
    func `a request that begins within another's long body is refused, and the other goes on`(
        _ path: String
    ) async throws {
        try await serving({ $0.longestPause = Peer.patience }) { running in
            let peer = try running.peer()
            let other = record(1, [0, 1, 1, 0, 0, 0, 0, 0], request: 2) + record(4, request: 2)
            let bytes = head(path, announcing: 900_000) + bodyParts(300_000) + other + bodyParts(600_000)
            await peer.send(bytes + record(5) + record(5, request: 2))
            var answer: [UInt8] = [], ended: [Record] = []
            while ended.count < 2, let record = await peer.record() {
                if record.kind == Record.endRequest { ended.append(record) } else { answer += record.content }
            }
            ended.sort { $0.request < $1.request }
            let refusal: [UInt8] = [0, 0, 0, 0, 1, 0, 0, 0]
            #expect(ended.map(\.request) == [1, 2] && ended.last?.content == refusal)
            let text = String(decoding: answer, as: UTF8.self)
            #expect(text.hasSuffix(path == "/" ? "hello" : "read 900000"))
            await peer.send(request("/"))
            #expect(await peer.answer()?.hasSuffix("hello") == true)
        }
    }

    @Test func `a stream that is taken back ends, and its connection is kept`() async throws {
        try await serving { running in
            let peer = try running.peer()
            await peer.send(request("/stream"))
            #expect(await peer.record()?.kind == Record.standardOutput)
            #expect(await peer.record()?.content == Array("begun".utf8))
            await peer.send(abort)
            #expect(await peer.record()?.kind == Record.endRequest)
            await peer.send(request("/"))
            #expect(await peer.answer()?.hasSuffix("hello") == true)
        }
    }

    @Test func `a stream that is taken back in one breath with its request ends`() async throws {
        try await serving { running in
            let peer = try running.peer()
            await peer.send(request("/stream") + abort + request("/"))
            #expect(await peer.answer() != nil)
            #expect(await peer.answer()?.hasSuffix("hello") == true)
        }
    }

    @Test func `what is taken back after its answer is no matter`() async throws {
        try await serving { running in
            let peer = try running.peer()
            await peer.send(request("/"))
            #expect(await peer.answer() != nil)
            await peer.send(abort + request("/"))
            #expect(await peer.answer()?.hasSuffix("hello") == true)
        }
    }

    // MARK: Questions about the program

    @Test func `a web server may ask what the program can do, and nothing else`() async throws {
        try await serving(connections: 70) { running in
            let peer = try running.peer()
            let asked = pairs(["FCGI_MPXS_CONNS": "", "FCGI_MAX_CONNS": "", "SHOE_SIZE": ""])
            await peer.send(record(9, asked, request: 0))
            #expect(
                await peer.record()
                    == Record(
                        kind: 10, request: 0,
                        content: pairs(["FCGI_MAX_CONNS": "70", "FCGI_MPXS_CONNS": "0"])))
            await peer.send(request("/"))
            #expect(await peer.answer()?.hasSuffix("hello") == true)
        }
    }

    @Test func `a question that is not known is answered so`() async throws {
        try await serving { running in
            let peer = try running.peer()
            await peer.send(record(77, request: 0))
            #expect(await peer.record() == Record(kind: 11, request: 0, content: [77, 0, 0, 0, 0, 0, 0, 0]))
        }
    }

    @Test func `a question within a request is answered, and the request as well`() async throws {
        try await serving(connections: 70) { running in
            let peer = try running.peer()
            let question = record(9, pairs(["FCGI_MAX_CONNS": ""]), request: 0)
            let bytes = request("/")
            // Between the beginning of the request and its variables.
            await peer.send(bytes[..<16] + question + bytes[16...])
            #expect(
                await peer.record()
                    == Record(kind: Record.valuesResult, request: 0, content: pairs(["FCGI_MAX_CONNS": "70"]))
            )
            #expect(await peer.answer()?.hasSuffix("hello") == true)
        }
    }

    // MARK: Who sends in its own way

    @Test(arguments: [1, 3, 8]) func `whoever sends byte by byte is answered`(_ size: Int) async throws {
        try await serving { running in
            let peer = try running.peer()
            let body = (0..<200).flatMap { record(5, [UInt8($0)]) }
            let bytes = head("/size", announcing: 200) + body + record(5)
            for start in stride(from: 0, to: bytes.count, by: size) {
                await peer.send(Array(bytes[start..<min(start + size, bytes.count)]))
            }
            #expect(await peer.answer()?.hasSuffix("read 200") == true)
            await peer.send(request("/"))
            #expect(await peer.answer()?.hasSuffix("hello") == true)
        }
    }

    @Test func `a body in records of a byte each is read`() async throws {
        try await serving { running in
            let peer = try running.peer()
            let body = (0..<20_000).flatMap { record(5, [UInt8($0 & 255)]) }
            await peer.send(head("/size", announcing: 20_000) + body + record(5) + request("/"))
            #expect(await peer.answer()?.hasSuffix("read 20000") == true)
            #expect(await peer.answer()?.hasSuffix("hello") == true)
        }
    }

    @Test(arguments: ["/", "/long"])
    func `whoever sends nothing more after its request gets the answer`(_ path: String) async throws {
        try await serving { running in
            for isKept in [true, false] {
                let peer = try running.peer()
                let bytes = request(path, keeps: isKept)
                // From the second on the connection is watched.
                await peer.send(Array(bytes[..<20]))
                await peer.send(Array(bytes[20...]))
                peer.endSending()
                #expect(await peer.answer() != nil)
                #expect(await peer.isEnded)
            }
        }
    }

    @Test func `lengths that nothing can have end the connection, and nothing else`() async throws {
        try await serving { running in
            for lengths: [UInt8] in [[0xC0, 0, 0, 0, 0xC0, 0, 0, 0], [UInt8](repeating: 0xFF, count: 8)] {
                let peer = try running.peer()
                await peer.send(beginning(keeps: true) + record(4, lengths) + record(4) + record(5))
                #expect(await peer.isEnded)
            }
            let peer = try running.peer()
            await peer.send(request("/"))
            #expect(await peer.answer()?.hasSuffix("hello") == true)
        }
    }

    @Test func `a head that is too long is told so`() async throws {
        try await serving { running in
            let peer = try running.peer()
            let part = record(4, [UInt8](repeating: 0, count: 60_000))
            await peer.send(beginning(keeps: true) + part + part + part)
            #expect(await peer.answer()?.hasPrefix("Status: 431 ") == true)
            #expect(await peer.isEnded)
        }
    }

    @Test(arguments: ["-5", "0x8", "5 ", "+5", "99999999999999999999"])
    func `a length that is no number is refused`(_ length: String) async throws {
        try await serving { running in
            let peer = try running.peer()
            let variables = pairs([
                "REQUEST_METHOD": "POST", "REQUEST_URI": "/size", "CONTENT_LENGTH": length,
            ])
            await peer.send(
                beginning(keeps: true) + record(4, variables) + record(4) + bodyParts(8) + record(5))
            #expect(await peer.answer()?.hasPrefix("Status: 400 ") == true)
        }
    }
}
