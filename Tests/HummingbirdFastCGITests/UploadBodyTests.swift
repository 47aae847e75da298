// Request bodies that are still arriving while the request is handled.

import Foundation
import Hummingbird
import NIOCore
import Synchronization
import Testing

@testable import HummingbirdFastCGI

@Suite struct UploadBodyTests {
    /// A body whose request's head and first bytes have been read, and who sends the rest.
    private func upload(
        limit: Int = 1 << 20, announced: Int? = nil, completion: @escaping @Sendable () -> Void = {}
    ) async throws -> (body: UploadBody, peer: Peer) {
        let (program, peer) = try Peer.pair()
        let connection = Connection(
            key: 1, socket: program, poller: try Poller(), deadline: .now + .seconds(3600))
        let request = ArrivedRequest(
            identifier: 1, keepsConnection: true, isForResponder: true,
            variables: GatewayVariables(environment: [:]), body: ByteBuffer(), isWhole: false)
        let body = UploadBody(limit: limit, announced: announced)
        #expect(body.read(BodyReader(request, on: connection), completion: completion))
        return (body, peer)
    }

    /// Sends without waiting for the reader, whom the socket's buffer would wait for.
    private func send(_ bytes: [UInt8], to peer: Peer, thenClose: Bool = false) {
        Task {
            await peer.send(bytes)
            if thenClose { peer.close() }
        }
    }

    @Test func `a body is read whole and in order`() async throws {
        let (body, peer) = try await upload()
        let sent = (0..<20).flatMap { record(5, [UInt8](repeating: $0, count: 30_000)) }
        send(sent + record(5), to: peer)
        var bytes: [UInt8] = []
        for try await part in body { bytes += part.readableBytesView }
        #expect(bytes == (0..<20).flatMap { [UInt8](repeating: $0, count: 30_000) })
        #expect(body.isWhole)
        body.end(isAnswered: true)
    }

    @Test func `what nobody asks for is not read, until it is read away`() async throws {
        let (body, peer) = try await upload()
        send(bodyParts(500_000) + record(5), to: peer)
        #expect(!body.isWhole)
        await body.readAway()
        #expect(body.isWhole)
        #expect(try await body.makeAsyncIterator().next() == nil)
        body.end(isAnswered: true)
    }

    @Test func `half a body is enough for whoever reads no more of it`() async throws {
        let (body, peer) = try await upload()
        send(bodyParts(500_000) + record(5), to: peer)
        let first = try await body.makeAsyncIterator().next()
        #expect(first?.readableBytes == 65_536)
        #expect(!body.isWhole)
        await body.readAway()
        #expect(body.isWhole)
        body.end(isAnswered: true)
    }

    @Test func `a body beyond the limit is refused, and can be read away all the same`() async throws {
        let (body, peer) = try await upload(limit: 150_000)
        send(bodyParts(400_000) + record(5), to: peer)
        await #expect(throws: HTTPError.self) {
            for try await _ in body {}
        }
        await body.readAway()
        #expect(body.isWhole)
        body.end(isAnswered: true)
    }

    @Test func `a body without end is read away only so far`() async throws {
        let (body, peer) = try await upload(limit: 100_000)
        send(bodyParts(2_000_000), to: peer)
        await body.readAway()
        #expect(!body.isWhole)
        body.end(isAnswered: true)
    }

    @Test func `a body that breaks off is told apart from one that ends`() async throws {
        let (body, peer) = try await upload()
        send(bodyParts(100_000), to: peer, thenClose: true)
        await #expect(throws: HTTPError.self) {
            for try await _ in body {}
        }
        await body.readAway()
        #expect(!body.isWhole)
        body.end(isAnswered: true)
    }

    @Test func `a body that ends before what was announced is not taken for the whole`() async throws {
        let (body, peer) = try await upload(announced: 60_000)
        send(bodyParts(40_000) + record(5), to: peer)
        var received = 0
        await #expect(throws: HTTPError.self) {
            for try await part in body { received += part.readableBytes }
        }
        #expect(received == 40_000)
        // The connection is ready for the next request all the same.
        #expect(body.isWhole)
        body.end(isAnswered: true)
    }

    @Test(arguments: [0, 1, 65_536, 70_000, 99_999, 100_000])
    func `what comes after what was announced is not part of the body`(announced: Int) async throws {
        let (body, peer) = try await upload(announced: announced)
        send(bodyParts(100_000) + record(5), to: peer)
        var received = 0
        for try await part in body { received += part.readableBytes }
        #expect(received == announced && body.isWhole)
        body.end(isAnswered: true)
    }

    @Test func `its thread ends with the answer, however much was read`() async throws {
        for parts in 0..<3 {
            let (ended, end) = AsyncStream<Void>.makeStream()
            let (body, peer) = try await upload { end.finish() }
            send(bodyParts(300_000), to: peer)
            let iterator = body.makeAsyncIterator()
            for _ in 0..<parts { _ = try await iterator.next() }
            body.end(isAnswered: parts == 1)
            for await _ in ended {}
            #expect(body.isAnswered == (parts == 1))
            #expect(try await iterator.next() == nil)
        }
    }
}
