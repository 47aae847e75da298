// Serves a goal's reminder as a calendar file.

import HTTPTypes
import Hummingbird
import Ledger
import NIOCore

struct ReminderController: Sendable {
    let ledger: Ledger
    let links: Links
    let configuration: SiteConfiguration

    /// The goal's reminder as a calendar file; 404 without a reminder.
    func show(_ request: Request, _ context: VisitorContext) async throws -> Response {
        let goal = try ledger.goal(context.goalName(), of: context.account)
        guard let minute = goal.reminder else { throw HTTPError(.notFound) }
        return Response(
            status: .ok,
            headers: [
                .contentType: "text/calendar; charset=utf-8", .cacheControl: "no-store",
                .contentDisposition: "attachment; filename=\"reminder.ics\"",
            ],
            body: ResponseBody(
                byteBuffer: ByteBuffer(string: calendar(of: goal, at: minute, request, context).text))
        )
    }

    private func calendar(
        of goal: Goal, at minute: Int, _ request: Request, _ context: VisitorContext
    ) -> ReminderCalendar {
        let path = links.goal(goal.id)
        let origin = links.origin(authority: request.head.authority, isSecure: context.page.isSecure)
        // Without the scheme: HTTP and HTTPS requests are for the same goal.
        let host = origin?.split(separator: "/").last ?? "fivebar"
        let zone = ClientZone(of: request)
        return ReminderCalendar(
            name: goal.name, first: goal.start, last: goal.end, minute: minute,
            zone: zone.zone.map { ReminderZone($0, name: zone.name, from: goal.start, through: goal.end) },
            identifier: "\(host)\(path)", sequence: goal.revision, address: origin.map { $0 + path },
            now: configuration.now())
    }
}
