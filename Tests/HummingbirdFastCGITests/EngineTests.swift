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
            NativeRequest.prepareLibrary()
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

    private func serving(
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
        try await serving { running in
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

    // MARK: Taken back

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

    // MARK: Too many

    @Test func `whoever finds no room for long is told so, and those who have it are served`() async throws {
        try await serving(connections: 3, { $0.longestHold = .milliseconds(50) }) { running in
            let inside = try (0..<3).map { _ in try running.peer() }
            for peer in inside {
                await peer.send(request("/"))
                #expect(await peer.answer() != nil)
            }
            for _ in 0..<20 {
                let outside = try running.peer()
                await outside.send(request("/"))
                let answer = await outside.answer()
                // Where it is turned away before it has spoken it is only closed.
                #expect(answer == nil || answer?.hasPrefix("Status: 503") == true)
                #expect(await outside.isEnded)
            }
            for peer in inside {
                await peer.send(request("/"))
                #expect(await peer.answer()?.hasSuffix("hello") == true)
            }
            inside[0].close()
            var answer: String?
            repeat {
                let next = try running.peer()
                await next.send(request("/"))
                answer = await next.answer()
            } while answer?.hasSuffix("hello") != true
        }
    }

    @Test func `who comes in a rush waits for room`() async throws {
        try await serving(connections: 3, { $0.longestHold = Peer.patience }) { running in
            let inside = try (0..<3).map { _ in try running.peer() }
            let outside = try running.peer()
            await outside.send(request("/"))
            for peer in inside {
                await peer.send(request("/"))
                #expect(await peer.answer() != nil)
                peer.close()
            }
            #expect(await outside.answer()?.hasSuffix("hello") == true)
        }
    }

    // MARK: The end

    @Test(.timeLimit(.minutes(5)))
    func `while it ends, a kept connection gets one more answer, and hears that it is the last`() async throws
    {
        try await serving({
            $0.calmTime = .seconds(3600)
            $0.drainTime = .seconds(3600)
        }) { running in
            let peer = try running.peer()
            await peer.send(request("/"))
            #expect(await peer.answer()?.hasSuffix("hello") == true)
            await running.stop()
            await peer.send(request("/"))
            #expect(await peer.answer()?.hasSuffix("hello") == true)
            #expect(await peer.record() == Record(kind: 10, request: 0, content: []))
            #expect(await peer.isEnded)
        }
    }

    @Test(.timeLimit(.minutes(5)))
    func `while it ends, a kept connection on which nothing comes holds up nobody`() async throws {
        try await serving({
            $0.calmTime = .milliseconds(1)
            $0.drainTime = .seconds(3600)
        }) { running in
            let peer = try running.peer()
            await peer.send(request("/"))
            #expect(await peer.answer() != nil)
            await running.end()
            #expect(await peer.isEnded)
        }
    }

    // MARK: Slow readers

    @Test func `an answer waits for a reader, and holds up nobody`() async throws {
        try await serving { running in
            let slow = try (0..<5).map { _ in try running.peer() }
            for peer in slow { await peer.send(request("/long")) }
            let other = try running.peer()
            await other.send(request("/"))
            #expect(await other.answer()?.hasSuffix("hello") == true)
            for peer in slow { #expect((await peer.answer()?.utf8.count ?? 0) > 4 << 20) }
        }
    }

    @Test(.timeLimit(.minutes(1))) func `the end waits for no stream`() async throws {
        try await serving({ $0.drainTime = .seconds(3600) }) { running in
            let peer = try running.peer()
            await peer.send(request("/stream"))
            #expect(await peer.record() != nil)
        }
    }
}
