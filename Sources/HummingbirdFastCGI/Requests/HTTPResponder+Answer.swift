// What Hummingbird's own server does around a responder, for other transports.

import Hummingbird
import Logging

extension HTTPResponder where Context: RequestContext {
    /// The response to a request, even if it fails: an `HTTPResponseError`
    /// provides its own, any other error is logged and becomes an empty 500.
    func answer(to request: Request, context: Context, logger: Logger) async -> Response {
        do {
            do {
                return try await respond(to: request, context: context)
            } catch let error as any HTTPResponseError {
                return try error.response(from: request, context: context)
            }
        } catch {
            logger.error("no answer", metadata: ["error": "\(error)"])
            return Response(status: .internalServerError)
        }
    }
}
