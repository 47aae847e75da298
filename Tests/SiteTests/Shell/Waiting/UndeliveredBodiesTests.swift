// Whoever reads slowly cannot have any number of large answers in memory.

import Hummingbird
import Ledger
import NIOCore
import Testing

@testable import Site

@Suite struct UndeliveredBodiesTests {
    private let bodies = UndeliveredBodies(mostOfNetwork: 3 << 20, most: 5 << 20)
    private let one = NetworkAddress("192.0.2.1"), other = NetworkAddress("198.51.100.1")

    private func body(_ megabytes: Int) -> ResponseBody {
        ResponseBody(byteBuffer: ByteBuffer(repeating: 0x20, count: megabytes << 20))
    }

    @Test func `a network has so much on its way, and another still gets its answer`() throws {
        var held = try (0..<3).map { _ in try bodies.count(body(1), to: one) }
        #expect(throws: TooManyWaiting.self) { try bodies.count(body(1), to: one) }
        try held.append(bodies.count(body(1), to: other))
        try held.append(bodies.count(body(1), to: other))
        // All of them together have as much as they may.
        #expect(throws: TooManyWaiting.self) { try bodies.count(body(1), to: other) }
        _ = try bodies.count(ResponseBody(byteBuffer: ByteBuffer(string: "small")), to: one)
        held.removeFirst()
        held.append(try bodies.count(body(1), to: one))
        #expect(held.count == 5)
    }

    @Test func `who waits for nothing gets an answer of any size`() throws {
        let held = try bodies.count(body(4), to: one)
        #expect(throws: TooManyWaiting.self) { try bodies.count(body(1), to: one) }
        #expect(held.contentLength == 4 << 20)
    }

    @Test func `an answer counts until nobody holds it, whether or not it was written`() throws {
        for _ in 0..<20 { _ = try bodies.count(body(3), to: one) }
    }
}
