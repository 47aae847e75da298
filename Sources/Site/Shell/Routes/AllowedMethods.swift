// What can be asked of an address. The router knows an address with another
// method as little as one that nobody made; a browser, a script and an operator are
// helped by the difference (RFC 9110 §15.5.6).

import HTTPTypes
import Hummingbird

/// That the address does not take the method of the request.
struct MethodNotAllowed: Error {
    /// What it does take, as the field `Allow` says it.
    let allowed: String
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
