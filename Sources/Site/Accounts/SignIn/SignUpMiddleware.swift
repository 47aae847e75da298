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

extension PageContext {
    /// For a write that does not look its session up itself: any well-formed cookie gets past the middleware.
    ///
    /// - Throws: ``Refusal/signUpIsClosed`` for whoever has no account, where not everybody may open one.
    func requireAccount(in ledger: Ledger, _ signUp: SignUp) throws {
        guard signUp != .open, try visitor(in: ledger) == nil else { return }
        throw Refusal.signUpIsClosed
    }
}
