// `/health`, as monitors ask for it.

import Dispatch
import Hummingbird
import Synchronization
import Testing

@testable import Ledger
@testable import Site

@Suite struct HealthTests {
    @Test func `one look serves all who ask at the same time`() async throws {
        let place = try Place(), asked = Mutex(0), many = 20
        var configuration = place.site.configuration
        let now = configuration.now
        configuration.now = {
            asked.withLock { $0 += 1 }
            return now()
        }
        let site = try Site(configuration, ledger: place.ledger)
        let monitor = Visitor(responder: site.responder(), isSecure: false, address: "192.0.2.1")
        // As long as somebody else is writing, the look does not end.
        let (begun, begin) = AsyncStream.makeStream(of: Void.self), end = DispatchSemaphore(value: 0)
        let queue = place.ledger.queue
        async let writing: Void = queue.commit { _ in
            begin.finish()
            end.wait()
        }
        for await _ in begun {}
        let before = place.ledger.writeActivity.writes
        let answers = try await withThrowingTaskGroup(of: Reply.self) { group in
            for _ in 0..<many { group.addTask { try await monitor.get("/health") } }
            while asked.withLock({ $0 }) < many || queue.length == 0 { await Task.yield() }
            end.signal()
            return try await group.reduce(into: []) { $0.append($1) }
        }
        try await writing
        #expect(answers.count == many)
        #expect(answers.allSatisfy { $0.status == .ok && $0.body == answers.first?.body })
        // That of the other one, and the look.
        #expect(place.ledger.writeActivity.writes - before == 2)
    }
}
