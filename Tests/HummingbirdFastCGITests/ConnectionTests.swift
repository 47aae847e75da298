// A single connection, and tasks that wait for it.

import Foundation
import NIOCore
import Synchronization
import Testing

@testable import HummingbirdFastCGI

@Suite struct ConnectionTests {
    private func connection(
        slot: ConnectionLimiter.Slot? = nil
    ) throws -> (connection: Connection, peer: Peer, poller: Poller) {
        let poller = try Poller()
        let (program, peer) = try Peer.pair()
        return (
            Connection(
                key: 1, socket: program, poller: poller, deadline: .now + .seconds(3600), slot: slot),
            peer, poller
        )
    }

    @Test func `what is seen is still there, until it is discarded`() async throws {
        let (connection, peer, _) = try connection()
        await peer.send([1, 2, 3, 4])
        withUnsafeTemporaryAllocation(byteCount: 16, alignment: 1) { space in
            let input = connection.input
            #expect(input.peek(into: space) == 4)
            #expect(input.peek(into: space) == 4)
            input.discard(upTo: 100, waits: false)
            #expect(input.peek(into: space) == nil)
            peer.close()
            #expect(input.peek(into: space) == 0)
        }
    }

    @Test func `a request that has to wait for its turn is still there`() async throws {
        let (connection, peer, _) = try connection()
        let input = connection.input
        #expect(input.isIdle)
        await peer.send(request("/held") + request("/next"))
        let space = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 17, alignment: 8)
        defer { space.deallocate() }
        func next() throws -> ArrivedRequest? {
            guard case .event(.request(let request), _) = try input.next(space) else { return nil }
            return request
        }
        let held = try #require(try next())
        input.hold(held)
        #expect(!input.isIdle)
        #expect(try next()?.variables["REQUEST_URI"] == "/held")
        #expect(try next()?.variables["REQUEST_URI"] == "/next")
        #expect(input.isIdle)
    }

    @Test func `a deadline that runs is not put off by what comes after it`() throws {
        let (connection, _, _) = try connection()
        let now = ContinuousClock.now
        connection.setDeadline(nil)
        #expect(!connection.isOverdue(at: now + .seconds(1_000_000)))
        connection.beginDeadline(now)
        connection.beginDeadline(now + .seconds(3600))
        #expect(connection.isOverdue(at: now + .seconds(1)))
    }

    private static func longTask() -> Task<Void, Never> {
        Task { _ = try? await Task.sleep(for: .seconds(3600)) }
    }

    /// Does for one connection what an engine does for many.
    private final class Polling: Sendable {
        private let isOver = Atomic(false)

        init(_ poller: Poller, for connection: Connection) {
            Thread.detachNewThread { [self] in
                while !isOver.load(ordering: .acquiring) {
                    poller.wait(milliseconds: 20) { key, readiness in
                        guard key == connection.key else { return }
                        if readiness.contains(.writable) { connection.becameWritable() }
                        if !readiness.isDisjoint(with: .closed) { connection.peerDisconnected() }
                    }
                }
            }
        }

        func end() { isOver.store(true, ordering: .releasing) }
    }

    @Test func `all is written, however long the peer takes`() async throws {
        let (connection, peer, poller) = try connection()
        let polling = Polling(poller, for: connection)
        defer { polling.end() }
        let size = 3 << 20
        let writing = Task {
            try await connection.write(
                [ByteBuffer(repeating: 7, count: size), ByteBuffer(), ByteBuffer(string: "end")],
                timeout: Peer.patience)
        }
        let received = await peer.receive(size + 3)
        if received?.count != size + 3 { connection.peerDisconnected() }
        try await writing.value
        #expect(received?.count == size + 3)
        #expect(received.map { String(decoding: $0.suffix(3), as: UTF8.self) } == "end")
    }

    @Test(.timeLimit(.minutes(1))) func `who waits to write is let go when the peer goes`() async throws {
        let (connection, peer, poller) = try connection()
        let polling = Polling(poller, for: connection)
        defer { polling.end() }
        let writing = Task {
            try await connection.write([ByteBuffer(repeating: 7, count: 8 << 20)], timeout: Peer.patience)
        }
        // More than the socket takes has been begun.
        #expect(await peer.receive(1) == [7])
        peer.close()
        await #expect(throws: ConnectionClosed.self) { try await writing.value }
        await #expect(throws: ConnectionClosed.self) {
            try await connection.write([ByteBuffer(string: "more")], timeout: Peer.patience)
        }
    }

    @Test func `only a stream is cancelled when the peer goes`() async throws {
        let (connection, _, _) = try connection()
        let plain = Self.longTask()
        connection.setTask(plain)
        connection.peerDisconnected()
        #expect(!plain.isCancelled)
        connection.becomeStream()
        connection.peerDisconnected()
        #expect(plain.isCancelled)
    }

    @Test func `a stream is ended by an abort and by nothing else that is sent`() async throws {
        let (connection, peer, _) = try connection()
        let task = Self.longTask()
        connection.setTask(task)
        connection.becomeStream()
        await peer.send(beginning(keeps: true))
        connection.noticeInterruption()
        #expect(!connection.isAborted && !task.isCancelled)
        connection.input.discard(upTo: 16, waits: false)
        await peer.send(abort)
        connection.noticeInterruption()
        #expect(connection.isAborted && task.isCancelled)
        connection.setAnswering(false)
        #expect(!connection.isAborted)
    }

    @Test func `a stream ends with its reader, however it is found out`() async throws {
        let (connection, peer, _) = try connection()
        let task = Self.longTask()
        connection.setTask(task)
        connection.becomeStream()
        peer.close()
        connection.noticeInterruption()
        #expect(!connection.isAborted && task.isCancelled)
    }

    @Test func `its slot is released when its socket is closed`() throws {
        let limiter = ConnectionLimiter(limit: 1)
        var holder: (connection: Connection, peer: Peer, poller: Poller)? = try connection(
            slot: limiter.take())
        #expect(holder != nil && limiter.take() == nil)
        holder = nil
        #expect(limiter.take() != nil)
    }

    @Test(arguments: [(8, 4), (64, 32), (128, 64), (1024, 896), (8192, 7168), (1_048_576, 917_504)])
    func `some of the files that may be open are no connections`(_ files: Int, _ connections: Int) {
        #expect(OpenFiles.connections(below: files) == connections)
    }
}
