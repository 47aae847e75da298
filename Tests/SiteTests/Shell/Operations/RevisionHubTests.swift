// Notifying open event streams: of every change, but not once for each operation of a burst.

import Ledger
import Synchronization
import Testing

@testable import Site

@Suite(.timeLimit(.minutes(1))) struct RevisionHubTests {
    let place: Place

    init() throws { place = try Place() }

    /// A pause that ends when the test says so.
    private final class Pause: Sendable {
        private let ends = AsyncStream.makeStream(of: Void.self)
        private let begins = AsyncStream.makeStream(of: Void.self)

        @Sendable func wait() async {
            begins.continuation.yield()
            for await _ in ends.stream { break }
        }
        func begun() async { for await _ in begins.stream { break } }
        func end() { ends.continuation.yield() }
    }

    @Test func `a burst of operations wakes a stream at its beginning and once after it`() async {
        let pause = Pause(), hub = RevisionHub(ledger: place.ledger, pause: pause.wait)
        let changes = hub.changes(of: 1)
        var signals = changes.stream.makeAsyncIterator()
        hub.changed(1)
        await signals.next()
        await pause.begun()
        let wakes = Task {
            var number = 0
            for await _ in changes.stream { number += 1 }
            return number
        }
        for number in 0..<100 {
            hub.changed(1)
            // Each takes its turn behind all other tests.
            if number.isMultiple(of: 25) { await Task.yield() }
        }
        pause.end()
        // By then the rest of the burst has been notified of.
        await pause.begun()
        changes.end()
        #expect(await wakes.value == 1)
        pause.end()
    }

    @Test func `what changes after the pause is told, too`() async {
        let pause = Pause(), hub = RevisionHub(ledger: place.ledger, pause: pause.wait)
        let changes = hub.changes(of: 1)
        var signals = changes.stream.makeAsyncIterator()
        for _ in 0..<3 {
            hub.changed(1)
            await signals.next()
            await pause.begun()
            pause.end()
        }
    }

    @Test func `one account's burst delays nobody else`() async {
        let pause = Pause(), hub = RevisionHub(ledger: place.ledger, pause: pause.wait)
        let busy = hub.changes(of: 1), other = hub.changes(of: 2)
        hub.changed(1)
        hub.changed(1)
        hub.changed(2)
        var signals = other.stream.makeAsyncIterator()
        await signals.next()
        busy.end()
        pause.end()
        pause.end()
    }
}
