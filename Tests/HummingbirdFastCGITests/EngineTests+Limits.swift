// Too many connections, the end of the program, and readers that are slow.

import Foundation
import Hummingbird
import NIOCore
import Testing

@testable import HummingbirdFastCGI

extension EngineTests {
    // MARK: Too many

    @Test(.timeLimit(.minutes(5)))
    func `whoever finds no room for long is told so, and those who have it are served`() async throws {
        try await serving(connections: 3, { $0.longestHold = .milliseconds(50) }) { running in
            let inside = try (0..<3).map { _ in try running.peer() }
            for peer in inside {
                await peer.send(request("/"))
                #expect(await peer.answer() != nil)
            }
            // Where it is turned away before it has spoken it is only closed.
            var isTold = false
            repeat {
                let outside = try running.peer()
                await outside.send(request("/"))
                let answer = await outside.answer()
                isTold = answer != nil
                #expect(answer == nil || answer?.hasPrefix("Status: 503") == true)
                #expect(await outside.isEnded)
            } while !isTold
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

    @Test(.timeLimit(.minutes(5)))
    func `bodies that do not arrive leave places for all others`() async throws {
        try await serving({ $0.maximumConcurrentRequests = 2 }) { running in
            let slow = try (0..<3).map { _ in try running.peer() }
            for peer in slow { await peer.send(head("/size", announcing: 200_000) + bodyParts(100_000)) }
            let other = try running.peer()
            for _ in 0..<3 {
                await other.send(request("/"))
                #expect(await other.answer()?.hasSuffix("hello") == true)
            }
            // Each has its turn.
            for peer in slow { await peer.send(bodyParts(100_000) + record(5)) }
            for peer in slow { #expect(await peer.answer()?.hasSuffix("200000") == true) }
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

    @Test(.timeLimit(.minutes(5)))
    func `who waited for room when it was told to end gets one answer, and hears that it is the last`()
        async throws
    {
        try await serving(
            connections: 1,
            {
                $0.calmTime = .seconds(3600)
                $0.drainTime = .seconds(3600)
                $0.longestHold = .seconds(3600)
            }
        ) { running in
            let inside = try running.peer()
            await inside.send(request("/"))
            #expect(await inside.answer() != nil)
            let outside = try running.peer()
            await outside.send(request("/"))
            await running.stop()
            inside.close()
            #expect(await outside.answer()?.hasSuffix("hello") == true)
            #expect(await outside.record() == Record(kind: 10, request: 0, content: []))
            #expect(await outside.isEnded)
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
