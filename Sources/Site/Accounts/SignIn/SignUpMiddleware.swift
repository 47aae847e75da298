// Keeps what is behind it to people who have an account, where not everybody may open one.

import HTTPTypes
import Hummingbird
import Ledger

/// Refuses whoever has no account and cannot come to one by going on: an empty list would promise what cannot be.
struct SignUpMiddleware: RouterMiddleware {
    let signUp: SignUp

    func handle(
        _ request: Request, context: PageContext,
        next: (Request, PageContext) async throws -> Response
    ) async throws -> Response {
        // A write looks its session up in its transaction, and makes no account there.
        let isRead = request.method == .get || request.method == .head
        guard signUp == .open || (isRead ? context.visitor != nil : context.token != nil) else {
            throw Refusal.signUpIsClosed
        }
        return try await next(request, context)
    }
}
