// Notifies open pages of changes to their account made elsewhere.

import HTTPTypes
import Hummingbird
import Ledger
import ServiceLifecycle

struct EventsController: Sendable {
    let ledger: Ledger
    let configuration: SiteConfiguration
    let revisions: RevisionHub
    let streams: StreamLimiter

    /// Seconds after which to retry a refused stream.
    private static let refusalLasts = 60

    /// A stream of `revision` events: the current one first, then each new one,
    /// and a periodic `heartbeat`, by which either side notices that the other is
    /// gone. Refused with a retry time while too many are open.
    func stream(_ request: Request, _ context: PageContext) async throws -> Response {
        guard configuration.streamsEvents else { throw HTTPError(.notFound) }
        guard let token = context.token, let visitor = context.visitor else { throw Refusal.unknownDevice }
        let ledger = ledger, hash = token.hash
        guard
            let slot = streams.open(for: hash, of: visitor.account, limit: configuration.eventStreams)
        else { return Self.refusal }
        let changes = revisions.changes(of: visitor.account)
        let body = ResponseBody { writer in
            // Keeps the slot for as long as the stream is open.
            defer { withExtendedLifetime(slot) {} }
            var told: Int64?
            if let revision = try ledger.visitor(hash)?.revision {
                try await writer.write(EventStream.event("revision", revision))
                told = revision
            }
            try await withGracefulShutdownHandler {
                for await _ in changes.stream {
                    // A revoked session no longer has a revision.
                    guard let revision = try ledger.visitor(hash)?.revision else { break }
                    let name = revision == told ? "heartbeat" : "revision"
                    try await writer.write(EventStream.event(name, revision))
                    told = revision
                }
            } onGracefulShutdown: {
                changes.end()
            }
            try await writer.finish(nil)
        }
        return EventStream.response(body)
    }

    private static var refusal: Response {
        Response(
            status: .serviceUnavailable,
            headers: [.retryAfter: String(refusalLasts), .cacheControl: "no-store"])
    }
}
