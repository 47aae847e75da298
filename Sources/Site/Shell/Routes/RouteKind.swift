// By which kinds of routes requests are counted.

/// What a route is about, by the first part of its path.
enum RouteKind: Int, CaseIterable {
    case home, counters, goals, operations, changes, events, settings, watch, files, health, other

    /// - Parameter path: Below the base path, with the query.
    init(of path: String) {
        let first = path.utf8.dropFirst().prefix { $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: "?") }
        func reads(_ kind: RouteKind, _ name: StaticString) -> RouteKind {
            first.elementsEqual(UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount))
                ? kind : .other
        }
        // Every request comes by here: it is compared with one word at most.
        self =
            switch (first.count, first.first) {
            case (0, _): .home
            case (8, UInt8(ascii: "c")): reads(.counters, "counters")
            case (5, UInt8(ascii: "g")): reads(.goals, "goals")
            case (10, UInt8(ascii: "o")): reads(.operations, "operations")
            case (7, UInt8(ascii: "c")): reads(.changes, "changes")
            case (6, UInt8(ascii: "e")): reads(.events, "events")
            case (8, UInt8(ascii: "s")): reads(.settings, "settings")
            case (5, UInt8(ascii: "w")): reads(.watch, "watch")
            case (6, UInt8(ascii: "h")): reads(.health, "health")
            case (6, UInt8(ascii: "a")): reads(.files, "assets")
            case (5, UInt8(ascii: "s")): reads(.files, "sw.js")
            default: .other
            }
    }
}
