// Serves the site below a base path.

import Hummingbird

/// Strips the site's base path from the address.
struct SiteResponder<Inner: HTTPResponder<SiteContext>>: HTTPResponder {
    let base: String
    let inner: Inner

    func respond(to request: Request, context: SiteContext) async throws -> Response {
        guard !base.isEmpty, let path = request.head.path, path.hasPrefix(base) else {
            return try await inner.respond(to: request, context: context)
        }
        let rest = path.dropFirst(base.count)
        guard rest.isEmpty || rest.hasPrefix("/") || rest.hasPrefix("?") else {
            return try await inner.respond(to: request, context: context)
        }
        var head = request.head
        head.path = rest.hasPrefix("/") ? String(rest) : "/" + rest
        return try await inner.respond(to: Request(head: head, body: request.body), context: context)
    }
}
