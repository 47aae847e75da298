// Making something new for whoever asks for it: who has no account gets one
// with it, and their browser the session that opens it.

import HTTPTypes
import Hummingbird
import Ledger

/// What was made, and what the answer to a newcomer carries.
struct Creation: Sendable {
    let receipt: Receipt
    let operation: OperationID
    /// Nil for who had a session before.
    let session: HTTPField?

    /// Leads on to an address, with the session of a newcomer.
    func seeOther(_ address: String) -> Response {
        var response = Response.seeOther(address)
        if let session { response.headers.append(session) }
        return response
    }
}

extension OperationWriter {
    /// Applies a change that a form with an operation of its own asks for.
    ///
    /// - Parameter stamp: Where its operation did something else before,
    ///   somebody went back to a form they had sent and typed something else:
    ///   that is made as well.
    func create(_ change: Change, _ stamp: OperationStamp, _ request: Request, _ context: PageContext)
        async throws
        -> Creation
    {
        let (author, token) = author(request, context)
        func attempt(_ stamp: OperationStamp) async throws -> Creation {
            let operation = try self.operation(change, stamp, from: request)
            let receipt = try await ledger.apply(
                operation, by: author, now: configuration.now(), limit: configuration.limits)
            revisions.changed(receipt.account)
            return Creation(
                receipt: receipt, operation: operation.id,
                session: receipt.isNewcomer ? sessionField(token, context) : nil)
        }
        do {
            return try await attempt(stamp)
        } catch Refusal.operationIdIsTaken {
            return try await attempt(OperationStamp(at: stamp.at, offset: stamp.offset))
        }
    }

    /// The author of what a request writes: the account it has, or a new one.
    ///
    /// - Returns: The author, and the token that a newcomer's session will have.
    func author(_ request: Request, _ context: PageContext) -> (author: Author, token: SessionToken) {
        let token = SessionToken(bytes: configuration.randomBytes(32))
        let newcomer = Newcomer(
            token: token.hash, address: context.remoteAddress, version: SiteConfiguration.version,
            deviceName: DeviceLabel(userAgent: request.headers[.userAgent]).name)
        return (.anyone(context.token?.hash, or: newcomer), token)
    }
}
