// What can be asked of an address. The router knows an address with another
// method as little as one that nobody made; a browser, a script and an operator are
// helped by the difference (RFC 9110 §15.5.6).

import HTTPTypes
import Hummingbird
import Synchronization

/// That the address does not take the method of the request.
struct MethodNotAllowed: Error {
    /// What it does take, as the field `Allow` says it.
    let allowed: String
}

/// The routes of the site, to be looked up by an address alone.
final class RouteTable: Sendable {
    private struct Route {
        let pattern: [Substring]
        var methods: [HTTPRequest.Method]
    }

    private let routes = Mutex<[Route]>([])

    /// Takes over what a router was told.
    ///
    /// - Parameter routes: A pattern is as Hummingbird describes it, such as `/counters/{id}`.
    func fill(_ routes: [(pattern: String, method: HTTPRequest.Method)]) {
        var known: [String: Route] = [:]
        for (pattern, method) in routes {
            known[pattern, default: Route(pattern: pattern.split(separator: "/"), methods: [])].methods
                .append(method)
        }
        let filled = Array(known.values)
        self.routes.withLock { $0 = filled }
    }

    /// The methods that an address takes, in their order; none of an address that nobody made.
    func methods(at path: String) -> [String] {
        let parts = path.split(separator: "/")
        let fitting = routes.withLock { $0 }.compactMap { route in
            Self.fit(parts, route.pattern).map { (fit: $0, methods: route.methods) }
        }
        // As the router does: a word comes before a gap, from the first part on.
        guard let best = fitting.max(by: { $0.fit.lexicographicallyPrecedes($1.fit) }) else { return [] }
        var names = Set(best.methods.map(\.rawValue)).union(["OPTIONS"])
        if names.contains("GET") { names.insert("HEAD") }
        return names.sorted()
    }

    /// How well each part of an address fits: 2 for a word, 1 for a gap, 0 for a
    /// rest of any length. Nil where the address is another one.
    private static func fit(_ parts: [Substring], _ pattern: [Substring]) -> [Int]? {
        var fit: [Int] = []
        for (place, piece) in pattern.enumerated() {
            if piece == "**" { return place < parts.count ? fit + [0] : nil }
            guard place < parts.count else { return nil }
            if piece.hasPrefix("{") {
                fit.append(1)
            } else if piece == parts[place] {
                fit.append(2)
            } else {
                return nil
            }
        }
        return parts.count == pattern.count ? fit : nil
    }
}

/// Tells what an address takes whose method it does not take. Stands before the
/// routes, where the router has said that it knows no such thing.
struct AllowedMethodsMiddleware: RouterMiddleware {
    let table: RouteTable

    func handle(
        _ request: Request, context: SiteContext, next: (Request, SiteContext) async throws -> Response
    ) async throws -> Response {
        do {
            return try await next(request, context)
        } catch let error as HTTPError
            where error.status == .notFound && context.endpointPath == Self.nowhere
        {
            let methods = table.methods(at: request.uri.path)
            guard !methods.isEmpty else { throw error }
            let allowed = methods.joined(separator: ", ")
            guard request.method == .options else { throw MethodNotAllowed(allowed: allowed) }
            return Response(status: .noContent, headers: [.allow: allowed, .cacheControl: "no-store"])
        }
    }

    /// What Hummingbird calls the route of a request that has none.
    private static let nowhere = "NotFound"
}
