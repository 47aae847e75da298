// A connection from its first byte to its last.

import Foundation
import Hummingbird
import Logging
import NIOCore
import Synchronization
import Testing

@testable import HummingbirdFastCGI

@Suite struct EngineTests {
    struct Context: RequestContext {
        typealias Source = GatewayRequestContextSource
        var coreContext: CoreRequestContextStorage
        init(source: GatewayRequestContextSource) { coreContext = .init(source: source) }
    }

    typealias Responder = CallbackResponder<Context>

    /// An engine on a socket of its own, which answers as the paths ask.
    final class Running: Sendable {
        let path = NSTemporaryDirectory() + "engine-\(UInt64.random(in: 0 ... .max)).sock"
        private let engine: FastCGIEngine<Responder>
        private let run: Task<Void, Never>

        init(connections: Int = 100, _ change: (inout FastCGIConfiguration) -> Void = { _ in }) throws {
            signal(SIGPIPE, SIG_IGN)
            var configuration = FastCGIConfiguration(address: .unixSocket(path: path, mode: 0o600))
            configuration.maximumBodySize = 1 << 20
            configuration.drainTime = .seconds(2)
            // All tests start at once, and a peer that has its turn late is none that is slow.
            configuration.timeout = Peer.patience
            change(&configuration)
            let engine = try FastCGIEngine(
                responder: Responder { request, _ in try await Running.answer(request) },
                socket: ListeningSocket(configuration.address),
                limiter: ConnectionLimiter(limit: connections),
                configuration: configuration, logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() },
                makeContext: { Context(source: $0) })
            self.engine = engine
            run = Task { _ = await engine.run() }
        }

        func peer() throws -> Peer { try Peer(connectingTo: path) }

        func end() async {
            engine.stop()
            await run.value
        }

        /// Asks it to end, and returns once it accepts nobody any more.
        func stop() async {
            engine.stop()
            while FileManager.default.fileExists(atPath: path) { await Task.yield() }
        }

        private static func answer(_ request: Request) async throws -> Response {
            switch request.uri.path {
            case "/size":
                let size = try await request.body.reduce(0) { $0 + $1.readableBytes }
                return text("read \(size)")
            case "/long":
                return Response(
                    status: .ok, body: .init(byteBuffer: ByteBuffer(repeating: 120, count: 4 << 20)))
            case "/stream":
                return Response(
                    status: .ok,
                    body: ResponseBody { writer in
                        try await writer.write(ByteBuffer(string: "begun"))
                        try await Task.sleep(for: .seconds(3600))
                        try await writer.finish(nil)
                    })
            default:
                return text("hello")
            }
        }

        private static func text(_ text: String) -> Response {
            Response(status: .ok, body: .init(byteBuffer: ByteBuffer(string: text)))
        }
    }

    func serving(
        connections: Int = 100, _ change: (inout FastCGIConfiguration) -> Void = { _ in },
        _ body: (Running) async throws -> Void
    ) async throws {
        let running = try Running(connections: connections, change)
        do {
            try await body(running)
        } catch {
            await running.end()
            throw error
        }
        await running.end()
    }

    // MARK: Kept connections

    @Test func `a kept connection carries one request after the other`() async throws {
        try await serving { running in
            let peer = try running.peer()
            for _ in 0..<3 {
                await peer.send(request("/"))
                #expect(await peer.answer()?.hasSuffix("hello") == true)
            }
        }
    }

    @Test func `a connection that is not to be kept is closed`() async throws {
        try await serving { running in
            let peer = try running.peer()
            await peer.send(request("/", keeps: false))
            #expect(await peer.answer() != nil)
            #expect(await peer.isEnded)
        }
    }

    @Test(arguments: [20_000, 200_000, 900_000])
    func `a long body that is read leaves its connection usable`(_ size: Int) async throws {
        try await serving { running in
            let peer = try running.peer()
            for _ in 0..<3 {
                await peer.send(request("/size", body: size))
                #expect(await peer.answer()?.hasSuffix("read \(size)") == true)
                await peer.send(request("/"))
                #expect(await peer.answer()?.hasSuffix("hello") == true)
            }
        }
    }

    @Test(arguments: [("/", "hello", 900_000), ("/size", "", 3_000_000)])
    func `a long body that is not read, or refused, leaves its connection usable`(
        _ path: String, _ text: String, _ size: Int
    ) async throws {
        try await serving { running in
            let peer = try running.peer()
            await peer.send(request(path, body: size))
            #expect(await peer.answer()?.hasSuffix(text) == true)
            await peer.send(request("/"))
            #expect(await peer.answer()?.hasSuffix("hello") == true)
        }
    }

    @Test func `an answer ends only when the body it did not read has passed`() async throws {
        try await serving({ $0.longestPause = .seconds(600) }) { running in
            let peer = try running.peer()
            await peer.send(head("/", announcing: 200_000) + bodyParts(100_000))
            #expect(await peer.record()?.kind == Record.standardOutput)
            #expect(await peer.record() == Record(kind: Record.standardOutput, request: 1, content: []))
            // What is sent up to here belongs to this request; with the end it would be the next one.
            await peer.send(bodyParts(100_000) + record(5))
            #expect(await peer.record()?.kind == Record.endRequest)
            await peer.send(request("/"))
            #expect(await peer.answer()?.hasSuffix("hello") == true)
        }
    }

    @Test func `a body without end is read away only so far`() async throws {
        try await serving({ $0.maximumBodySize = 50_000 }) { running in
            let peer = try running.peer()
            await peer.send(head("/", announcing: 10_000_000) + bodyParts(400_000))
            #expect(await peer.answer() != nil)
            #expect(await peer.record()?.kind == Record.valuesResult)
            #expect(await peer.isEnded)
        }
    }

    @Test func `a body that pauses after its answer is not waited for, and its connection is not to be used`()
        async throws
    {
        try await serving({ $0.longestPause = .milliseconds(1) }) { running in
            let peer = try running.peer()
            await peer.send(head("/", announcing: 200_000) + bodyParts(100_000))
            #expect(await peer.answer()?.hasSuffix("hello") == true)
            #expect(await peer.record()?.kind == Record.valuesResult)
            #expect(await peer.isEnded)
        }
    }

    @Test func `half a request on a kept connection is not waited for without end`() async throws {
        try await serving({ $0.timeout = .seconds(1) }) { running in
            let peer = try running.peer()
            await peer.send(request("/"))
            #expect(await peer.answer() != nil)
            await peer.send(Array(request("/").prefix(20)))
            #expect(await peer.isEnded)
        }
    }

    @Test func `half a record between two requests is not waited for without end`() async throws {
        try await serving({ $0.timeout = .seconds(1) }) { running in
            let peer = try running.peer()
            await peer.send(request("/"))
            #expect(await peer.answer() != nil)
            await peer.send([1])
            #expect(await peer.isEnded)
        }
    }
}
