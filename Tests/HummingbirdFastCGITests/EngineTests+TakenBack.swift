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

    @Test func `a pending that is not known is answered so`() async throws {
        try await serving { running in
            let peer = try running.peer()
            await peer.send(record(77, request: 0))
            #expect(await peer.record() == Record(kind: 11, request: 0, content: [77, 0, 0, 0, 0, 0, 0, 0]))
        }
    }
}
