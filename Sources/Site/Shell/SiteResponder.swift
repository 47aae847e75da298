// Serves the site below a base path, and at the address that the operator names.

import HTTPTypes
import Hummingbird
import Synchronization

/// Strips the site's base path from the address, and puts the operator's host and scheme in the place of what the
/// request says: cookies, links and the cross-site check follow from these.
struct SiteResponder<Inner: HTTPResponder<SiteContext>>: HTTPResponder {
    let base: String
    let address: SiteAddress?
    let meter: RequestMeter
    let inner: Inner
    let otherAddress = OtherAddress()

    func respond(to request: Request, context: SiteContext) async throws -> Response {
        var request = request, context = context
        // Making a request anew takes its address apart once more.
        if !base.isEmpty || address != nil { request = rewritten(request, &context) }
        let response = try await inner.respond(to: request, context: context)
        meter.count(request.head.path ?? "", response.status)
        return response
    }

    private func rewritten(_ request: Request, _ context: inout SiteContext) -> Request {
        var head = request.head
        if let address {
            otherAddress.note(request, instead: address, context)
            head.authority = address.authority
            context.isSecure = address.isSecure
        }
        if !base.isEmpty, let path = head.path, path.hasPrefix(base) {
            let rest = path.dropFirst(base.count)
            if rest.isEmpty || rest.hasPrefix("/") || rest.hasPrefix("?") {
                head.path = rest.hasPrefix("/") ? String(rest) : "/" + rest
            }
        }
        return Request(head: head, body: request.body)
    }
}

/// Tells the operator, once, that people use another address than FIVEBAR_URL names: their forms are refused.
final class OtherAddress: Sendable {
    private let isTold = Atomic(false)

    func note(_ request: Request, instead address: SiteAddress, _ context: SiteContext) {
        guard request.method == .post, let origin = request.headers[.origin],
            let host = request.head.authority, host != address.authority,
            [true, false].contains(where: { Links.origin(authority: host, isSecure: $0) == origin }),
            !isTold.exchange(true, ordering: .relaxed)
        else { return }
        context.logger.warning(
            "A form came from \(origin), but FIVEBAR_URL names \(address.authority): whoever uses another address is turned away."
        )
    }
}
