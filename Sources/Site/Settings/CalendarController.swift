// The settings for when days and weeks begin. They are stored in the account, so
// they are only offered once there is one.

import Hummingbird
import Ledger

struct CalendarForm: Decodable, Sendable {
    /// 0 to 23.
    var dayStart: Int?
    /// One of ``WeekStart``.
    var weekStart: String?
}

struct CalendarController: Sendable {
    let ledger: Ledger
    let links: Links
    let configuration: SiteConfiguration
    let operations: OperationWriter

    /// Applies the form; a missing field leaves its setting unchanged.
    func save(_ request: Request, _ context: PageContext) async throws -> Response {
        let form = try await request.form(Stamped<CalendarForm>.self, upTo: configuration.largestForm)
        guard let token = context.token, let visitor = try ledger.visitor(token.hash) else {
            throw Refusal.unknownDevice
        }
        let before = try ledger.calendar(of: visitor.account)
        var changes: [Change] = []
        if let hour = form.dayStart, hour != before.dayStart.hour { changes.append(.setDayStart(hour: hour)) }
        if let name = form.weekStart {
            guard let start = WeekStart(rawValue: name) else { throw HTTPError(.unprocessableContent) }
            if start.weekday != before.weekStart { changes.append(.setWeekStart(start.weekday)) }
        }
        for change in changes {
            let stamp = OperationStamp(at: form.stamp.at, offset: form.stamp.offset)
            _ = try await operations.apply(
                operations.operation(change, stamp, from: request), context)
        }
        return .seeOther(links.calendar)
    }
}
