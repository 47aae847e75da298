// Telling an open page that its account has changed elsewhere (server-sent
// events, HTML Living Standard §9.2).

import HTTPTypes
import Hummingbird
import Ledger
import NIOCore
import ServiceLifecycle

struct EventsController: Sendable {
    let site: Site

    /// A stream of `revision` events. It says the present one first, then each
    /// new one, and now and then an empty comment, by which a connection
    /// whose other end is gone is noticed.
    func stream(_ request: Request, _ context: SiteContext) async throws -> Response {
        guard site.configuration.streamsEvents else { throw HTTPError(.notFound) }
        guard let token = context.token, let visitor = context.visitor else { throw Refusal.unknownSession }
        let ledger = site.ledger, hash = token.hash, changes = site.revisions.changes(of: visitor.account)
        let body = ResponseBody { writer in
            var told: Int64?
            if let revision = try ledger.visitor(hash)?.revision {
                try await writer.write(Self.event(revision))
                told = revision
            }
            try await withGracefulShutdownHandler {
                for await _ in changes.stream {
                    guard let revision = try ledger.visitor(hash)?.revision else { break }
                    try await writer.write(
                        revision == told ? ByteBuffer(string: ":\n\n") : Self.event(revision))
                    told = revision
                }
            } onGracefulShutdown: {
                changes.end()
            }
            try await writer.finish(nil)
        }
        return Response(
            status: .ok,
            // The last is for nginx, which would gather a stream's parts.
            headers: [
                .contentType: "text/event-stream", .cacheControl: "no-store",
                .init("x-accel-buffering")!: "no",
            ],
            body: body
        )
    }

    private static func event(_ revision: Int64) -> ByteBuffer {
        ByteBuffer(string: "event: revision\ndata: \(revision)\n\n")
    }
}
