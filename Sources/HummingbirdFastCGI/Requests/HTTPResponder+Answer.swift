// What Hummingbird's own server does around a responder, for those who stand
// in its place.

import Hummingbird
import Logging

extension HTTPResponder where Context: RequestContext {
    /// The answer to a request, whatever becomes of it: an error that knows its
    /// answer gives it, any other is logged and answered with an empty 500.
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
