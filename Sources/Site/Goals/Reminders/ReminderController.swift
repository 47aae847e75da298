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
                byteBuffer: ByteBuffer(string: try calendar(of: goal, at: minute, request, context).text))
        )
    }

    private func calendar(
        of goal: Goal, at minute: Int, _ request: Request, _ context: VisitorContext
    ) throws -> ReminderCalendar {
        let path = links.goal(goal.id)
        let origin = links.origin(authority: request.head.authority, isSecure: context.page.isSecure)
        let zone = ClientZone(of: request)
        // Before the day begins, it is still the night of the day before, and the goal's day.
        let isNextDate = try minute < ledger.calendar(of: context.account).dayStart.hour * 60
        let first = goal.start.adding(isNextDate ? 1 : 0), last = goal.end.adding(isNextDate ? 1 : 0)
        return ReminderCalendar(
            name: goal.name, first: first, last: last, minute: minute,
            zone: zone.zone.map { ReminderZone($0, name: zone.name, from: first, through: last) },
            // Not its address: that is the same in each account.
            identifier: try ledger.origin(of: goal.id, of: context.account).text,
            sequence: goal.revision, address: origin.map { $0 + path }, now: configuration.now())
    }
}
