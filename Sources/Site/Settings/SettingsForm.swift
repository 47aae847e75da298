// What the settings page sends: how this browser shows Fivebar, kept in a cookie, and
// when days and weeks begin, kept in the account.

import Hummingbird
import Ledger

/// The settings form. A missing field leaves its setting unchanged, so a script sends only what was changed.
struct SettingsForm: Decodable, Sendable {
    var theme: String?
    var scheme: String?
    var style: String?
    /// A language tag; empty for the browser's own.
    var language: String?
    /// Sent along with the checkboxes, because unticked boxes are not sent.
    var boxes: String?
    /// yes, or nothing
    var buzzes: String?
    /// yes, or nothing
    var keys: String?
    /// yes, or nothing
    var badge: String?
    /// 0 to 23.
    var dayStart: Int?
    /// One of ``WeekStart``.
    var weekStart: String?
    /// What the page showed of the two. A page opened before another device changed them must not change
    /// them back.
    var dayStartSeen: Int?
    var weekStartSeen: String?

    /// The appearance that was chosen.
    ///
    /// - Throws: Unprocessable content, if something was chosen that there is not.
    func appearance(from current: Appearance, of languages: [String]) throws -> Appearance {
        var appearance = current
        if let theme { appearance.theme = try known(theme) }
        if let scheme { appearance.scheme = try known(scheme) }
        if let style { appearance.style = try known(style) }
        if let language {
            guard language.isEmpty || languages.contains(language) else {
                throw HTTPError(.unprocessableContent)
            }
            appearance.language = language.isEmpty ? nil : language
        }
        if boxes != nil {
            appearance.buzzes = try isTicked(buzzes)
            appearance.hasKeys = try isTicked(keys)
            appearance.hasBadge = try isTicked(badge)
        }
        return appearance
    }

    /// What has to change for days and weeks to begin as chosen.
    ///
    /// - Throws: Unprocessable content, if a weekday was chosen that there is not.
    func changes(from current: CalendarChoice) throws -> [Change] {
        var changes: [Change] = []
        if let dayStart, dayStart != dayStartSeen, dayStart != current.dayStart.hour {
            changes.append(.setDayStart(hour: dayStart))
        }
        if let weekStart, weekStart != weekStartSeen {
            let chosen: WeekStart = try known(weekStart)
            if chosen.weekday != current.weekStart { changes.append(.setWeekStart(chosen.weekday)) }
        }
        return changes
    }

    /// Whether it says anything of days and weeks.
    var hasCalendar: Bool { dayStart != nil || weekStart != nil }

    private func isTicked(_ box: String?) throws -> Bool {
        guard box == nil || box == "yes" else { throw HTTPError(.unprocessableContent) }
        return box != nil
    }

    private func known<Choice: RawRepresentable<String>>(_ name: String) throws -> Choice {
        guard let choice = Choice(rawValue: name) else { throw HTTPError(.unprocessableContent) }
        return choice
    }
}
