// Long jobs are written in pieces, of which a transaction has one at most.

import Foundation
import GRDB
import Synchronization
import Testing

@testable import Ledger

@Suite struct CommitQueueTests {
    /// What was done, in that order.
    private final class Order: Sendable {
        private let lines = Mutex<[String]>([])
        var all: [String] { lines.withLock { $0 } }
        func append(_ line: String) { lines.withLock { $0.append(line) } }
    }

    @Test func `nobody's write waits for more than one piece of long jobs, and these are all done`()
        async throws
    {
        let bench = try Bench()
        let queue = bench.ledger.queue, begun = DispatchSemaphore(value: 0), go = DispatchSemaphore(value: 0)
        let order = Order()
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                try await queue.commit { _ in
                    begun.signal()
                    go.wait()
                }
            }
            await wait(for: begun)
            for _ in 0..<5 {
                group.addTask {
                    try await queue.commitPiece { _ in order.append("piece") }
                }
            }
            while queue.length < 5 { await Task.yield() }
            for _ in 0..<3 {
                group.addTask { try await queue.commit { _ in order.append("tap") } }
            }
            while queue.length < 8 { await Task.yield() }
            go.signal()
            try await group.waitForAll()
        }
        let done = order.all
        #expect(done.filter { $0 == "piece" }.count == 5)
        let last = try #require(done.lastIndex(of: "tap"))
        #expect(done[..<last].filter { $0 == "piece" }.count <= 1)
    }

    @Test func `a piece for which there was no time stays the only one of its transaction`() async throws {
        let bench = try Bench()
        let ledger = bench.ledger, begun = DispatchSemaphore(value: 0), go = DispatchSemaphore(value: 0)
        let queue = ledger.queue, order = Order()
        /// Each writes a line, and sees those that were committed before it.
        @Sendable func writePiece(_ database: Database) throws {
            try database.run("UPDATE secret SET value = CAST(value || 'x' AS BLOB) WHERE name = 'share'")
            let own = try database.first("SELECT length(value) FROM secret WHERE name = 'share'", []) {
                $0[0] as Int
            }
            let committed = try ledger.read {
                try $0.first("SELECT length(value) FROM secret WHERE name = 'share'", []) { $0[0] as Int }
            }
            order.append(own == committed.map { $0 + 1 } ? "alone" : "together")
        }
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                try await queue.commit { _ in
                    begun.signal()
                    go.wait()
                }
            }
            await wait(for: begun)
            for _ in 0..<4 { group.addTask { try await queue.commitPiece { try writePiece($0) } } }
            while queue.length < 4 { await Task.yield() }
            for _ in 0..<4 {
                group.addTask {
                    try await queue.commit { _ in
                        let time = WorkTime()
                        while time.elapsed < .milliseconds(25) {}
                    }
                }
            }
            while queue.length < 8 { await Task.yield() }
            go.signal()
            try await group.waitForAll()
        }
        #expect(order.all == Array(repeating: "alone", count: 4))
    }

    @Test func `a tap waits for what is slow and begun, and not for what is slow and waits`() async throws {
        let bench = try Bench()
        let queue = bench.ledger.queue, begun = DispatchSemaphore(value: 0), go = DispatchSemaphore(value: 0)
        let order = Order()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for place in 0..<4 {
                group.addTask {
                    try await queue.commit { _ in
                        if place == 0 {
                            begun.signal()
                            go.wait()
                        }
                        order.append("slow")
                        let time = WorkTime()
                        while time.elapsed < .milliseconds(25) {}
                    }
                }
                if place == 0 { await wait(for: begun) }
            }
            while queue.length < 3 { await Task.yield() }
            for _ in 0..<2 {
                group.addTask { try await queue.commit(isQuick: true) { _ in order.append("tap") } }
            }
            while queue.length < 5 { await Task.yield() }
            go.signal()
            try await group.waitForAll()
        }
        #expect(order.all == ["slow", "tap", "tap", "slow", "slow", "slow"])
    }

    @Test func `a tap after a reset does not come before it, however much waits`() async throws {
        let bench = try Bench(), person = Person(bench.ledger)
        let robins = try await person.creates()
        try await person.does(.increment(robins))
        let queue = bench.ledger.queue, writer = HeldWriter(queue)
        await writer.isHeld()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for (place, change) in [Change.reset(robins, seen: nil), .increment(robins)].enumerated() {
                group.addTask { try await person.does(change) }
                while queue.length < place + 1 { await Task.yield() }
            }
            try await writer.letGo()
            try await group.waitForAll()
        }
        #expect(try person.counter(robins).count == 1)
    }

    @Test func `what fails undoes itself alone, also where the others wait for another turn`() async throws {
        let bench = try Bench()
        let queue = bench.ledger.queue, begun = DispatchSemaphore(value: 0), go = DispatchSemaphore(value: 0)
        let done = try await withThrowingTaskGroup(of: Int.self) { group in
            group.addTask {
                try await queue.commit { _ in
                    begun.signal()
                    go.wait()
                }
                return -1
            }
            await wait(for: begun)
            for place in 0..<6 {
                group.addTask {
                    do {
                        try await queue.commit(isQuick: place % 3 == 0) { database in
                            try database.run(
                                "UPDATE secret SET value = CAST(value || ? AS BLOB) WHERE name = 'address'",
                                [place])
                            let time = WorkTime()
                            while time.elapsed < .milliseconds(25) {}
                            if place % 2 == 1 { throw Refusal.cannotBeUndone }
                        }
                        return place
                    } catch Refusal.cannotBeUndone {
                        return -1
                    }
                }
            }
            while queue.length < 6 { await Task.yield() }
            go.signal()
            return try await group.reduce(into: Set<Int>()) { $0.insert($1) }
        }
        #expect(done == [-1, 0, 2, 4])
        let written: String? = try bench.ledger.read {
            try $0.first("SELECT CAST(substr(value, -3) AS TEXT) FROM secret WHERE name = 'address'", []) {
                $0[0]
            }
        }
        #expect(Set(written ?? "") == ["0", "2", "4"])
    }

    private func wait(for semaphore: DispatchSemaphore) async {
        await withCheckedContinuation { continuation in
            Thread.detachNewThread {
                semaphore.wait()
                continuation.resume()
            }
        }
    }
}
