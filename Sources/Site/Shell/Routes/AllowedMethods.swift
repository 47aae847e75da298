// Answers requests with a wrong method with 405 and `Allow` (RFC 9110 §15.5.6).
// The router alone would answer them with 404, like an unknown address.

import HTTPTypes
import Hummingbird

/// Thrown if the address does not allow the request's method.
struct MethodNotAllowed: ProblemError {
    /// The methods it does allow, for the `Allow` header.
    let allowed: String

    var problem: Problem {
        var problem = Problem(.methodNotAllowed, .methodHeading, .methodAdvice)
        problem.allowed = allowed
        return problem
    }
}

/// Turns the router's 404 into a 405 if the address exists with another method.
struct AllowedMethods: Sendable {
    let table: RouteTable

    /// The answer to a request that its handler, or the router, has thrown an error for.
    ///
    /// - Throws: ``MethodNotAllowed``, or the error itself if it is about something else.
    func answer(to error: any Error, _ request: Request, _ context: SiteContext) throws -> Response {
        guard let missing = error as? HTTPError, missing.status == .notFound,
            context.endpointPath == Self.nowhere
        else { throw error }
        let methods = table.methods(at: request.uri.path)
        guard !methods.isEmpty else { throw error }
        let allowed = methods.joined(separator: ", ")
        guard request.method == .options else { throw MethodNotAllowed(allowed: allowed) }
        return Response(status: .noContent, headers: [.allow: allowed, .cacheControl: "no-store"])
    }

    /// Hummingbird's route label for a request without a route.
    private static let nowhere = "NotFound"
}
