// Creates things for visitors: somebody without an account gets one, and a session cookie for it.

import HTTPTypes
import Hummingbird
import Ledger

/// The receipt, and the session cookie for a newcomer.
struct Creation: Sendable {
    let receipt: Receipt
    let operation: OperationID
    /// None if there was a session already.
    let session: [HTTPField]

    /// Redirects to an address, with a newcomer's session cookie.
    func seeOther(_ address: String) -> Response { opening(.seeOther(address)) }

    /// The response with a newcomer's session cookie.
    func opening(_ response: Response) -> Response {
        var response = response
        for field in session { response.headers.append(field) }
        return response
    }
}

extension OperationWriter {
    /// Applies a change requested by a form with its own operation id.
    ///
    /// - Parameter stamp: If its operation did something else before, the user
    ///   went back to a form they had sent and typed something else: that is
    ///   created as well. A script has an id for each, so from it this can only
    ///   be the same request again, which came late.
    func create(_ change: Change, _ stamp: OperationStamp, _ request: Request, _ context: PageContext)
        async throws
        -> Creation
    {
        let (author, token) = try author(request, context)
        func attempt(_ stamp: OperationStamp) async throws -> Creation {
            let operation = try self.operation(change, stamp, from: request)
            let receipt = try await ledger.apply(
                operation, by: author, now: configuration.now(), limit: configuration.limits)
            revisions.changed(receipt.account)
            return Creation(
                receipt: receipt, operation: operation.id,
                session: receipt.isNewcomer ? sessionFields(token, request, context) : [])
        }
        do {
            return try await attempt(stamp)
        } catch Refusal.operationIdIsTaken where !request.wantsJSON {
            return try await attempt(OperationStamp(at: stamp.at, offset: stamp.offset))
        }
    }

    /// The author of a request's write: the session's account, or a new one.
    ///
    /// - Returns: The author, and the token for a newcomer's session.
    func author(_ request: Request, _ context: PageContext) throws -> (author: Author, token: SessionToken) {
        let cookie = SiteCookie.newcomer(base: links.base, isSecure: context.isSecure)
        let token =
            try NewcomersSecret(request, cookie)?.session(in: ledger, isSecure: context.isSecure)
            ?? SessionToken(bytes: configuration.randomBytes(32), isSecure: context.isSecure)
        return (.anyone(context.token?.hash, or: newcomer(with: token, request, context)), token)
    }

    /// Whether the browser was shown a page as one without an account, and has had no session of a new one since.
    func hasNewcomersSecret(_ request: Request, _ context: PageContext) -> Bool {
        NewcomersSecret(request, .newcomer(base: links.base, isSecure: context.isSecure)) != nil
    }

    /// Whoever has sent the request, as somebody without an account.
    func newcomer(with token: SessionToken, _ request: Request, _ context: PageContext) -> Newcomer {
        Newcomer(
            token: token.hash, address: context.remoteAddress, version: SiteConfiguration.version,
            deviceName: DeviceLabel(userAgent: request.headers[.userAgent]).name)
    }
}
