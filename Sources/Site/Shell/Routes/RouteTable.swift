// All routes of the site, with their metadata. They are declared in Site+Routes.swift.

import HTTPTypes
import Hummingbird
import Synchronization

/// The routes of the site, to be looked up by pattern or by path.
final class RouteTable: Sendable {
    private struct Routes {
        /// By a pattern as Hummingbird describes it, such as `/counters/{id}`, the metadata for each method.
        var byPattern: [String: [HTTPRequest.Method: RouteMetadata]] = [:]
        /// The same by the parts of the pattern, made when first a path is looked up.
        var byParts: [(parts: [Substring], metadata: [HTTPRequest.Method: RouteMetadata])]?
    }

    private let routes = Mutex(Routes())

    func add(_ pattern: String, _ method: HTTPRequest.Method, _ metadata: RouteMetadata) {
        routes.withLock {
            $0.byPattern[pattern, default: [:]][method] = metadata
            $0.byParts = nil
        }
    }

    /// Nil if there is no such route.
    func metadata(of pattern: String, _ method: HTTPRequest.Method) -> RouteMetadata? {
        routes.withLock { $0.byPattern[pattern]?[method] }
    }

    /// The metadata of the route at a path, by method; empty if there is no route.
    func metadata(at path: String) -> [HTTPRequest.Method: RouteMetadata] {
        let parts = path.split(separator: "/")
        let known = routes.withLock { routes in
            let byParts = routes.byParts ?? routes.byPattern.map { ($0.split(separator: "/"), $1) }
            routes.byParts = byParts
            return byParts
        }
        let matches = known.compactMap { route in
            Self.match(parts, route.parts).map { (match: $0, metadata: route.metadata) }
        }
        // Like the router, prefer a literal part over a parameter, from the first part on.
        return matches.max { $0.match.lexicographicallyPrecedes($1.match) }?.metadata ?? [:]
    }

    /// The methods allowed at a path, sorted; empty if there is no route.
    func methods(at path: String) -> [String] {
        let metadata = metadata(at: path)
        guard !metadata.isEmpty else { return [] }
        var names = Set(metadata.keys.map(\.rawValue)).union(["OPTIONS"])
        if names.contains("GET") { names.insert("HEAD") }
        return names.sorted()
    }

    /// How well each part of a path matches: 2 for a literal, 1 for a parameter,
    /// 0 for a wildcard of any length. Nil if it does not match.
    private static func match(_ parts: [Substring], _ pattern: [Substring]) -> [Int]? {
        var match: [Int] = []
        for (place, piece) in pattern.enumerated() {
            if piece == "**" { return place < parts.count ? match + [0] : nil }
            guard place < parts.count else { return nil }
            if piece.hasPrefix("{") {
                match.append(1)
            } else if piece == parts[place] {
                match.append(2)
            } else {
                return nil
            }
        }
        return parts.count == pattern.count ? match : nil
    }
}

/// Routes whose handlers get the same context.
struct Routes<Context: RequestContext> {
    let group: RouterGroup<Context>
    let table: RouteTable
    /// Nil for a process that answers many requests.
    let requested: RequestedPath?

    func get<Output: ResponseGenerator>(
        _ path: RouterPath, _ metadata: RouteMetadata,
        use handler: @Sendable @escaping (Request, Context) async throws -> Output
    ) {
        guard add(path, .get, metadata) else { return }
        group.get(path, use: handler)
    }

    func post<Output: ResponseGenerator>(
        _ path: RouterPath, _ metadata: RouteMetadata = .uncounted,
        use handler: @Sendable @escaping (Request, Context) async throws -> Output
    ) {
        guard add(path, .post, metadata) else { return }
        group.post(path, use: handler)
    }

    /// Adds it to the table, which has all routes.
    ///
    /// - Returns: Whether this process needs its handler.
    private func add(_ path: RouterPath, _ method: HTTPRequest.Method, _ metadata: RouteMetadata) -> Bool {
        let pattern = path.description
        table.add(pattern, method, metadata)
        return requested?.mayMatch(pattern) ?? true
    }
}
