// A place that is held for something that ends later.

import Testing

@testable import Site

@Suite struct PlacesTests {
    @Test func `a place is held as long as somebody holds it, and nobody has all`() throws {
        let places = Places<String>(most: 2)
        var held = try (0..<2).map { _ in try places.hold(for: "ada", otherwise: TooManyWaiting()) }
        #expect(throws: TooManyWaiting.self) { try places.hold(for: "ada", otherwise: TooManyWaiting()) }
        _ = try places.hold(for: "eve", otherwise: TooManyWaiting())
        held.removeLast()
        held.append(try places.hold(for: "ada", otherwise: TooManyWaiting()))
        #expect(throws: TooManyWaiting.self) { try places.hold(for: "ada", otherwise: TooManyWaiting()) }
    }
}
