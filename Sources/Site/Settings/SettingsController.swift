// The settings page.

import Hummingbird
import Ledger

struct SettingsPage: Page {
    static let template = "Settings/settings"

    /// The choices for when days and weeks begin.
    struct Calendar: Sendable {
        let dayStarts: [Choice]
        let weekStarts: [Choice]
    }

    let hasAccount: Bool
    /// Shown for a few minutes after it was created; it is not stored.
    let recoveryLink: String?
    let recoveryExists: Bool
    let recoveryButton: String
    let themes: [Choice]
    let schemes: [Choice]
    let styles: [Choice]
    let buzzes: [Choice]
    let languages: [Choice]
    /// Whether single-key shortcuts and the badge on the app's icon are on.
    let hasKeys: Bool
    let hasBadge: Bool
    /// Nil without an account, where it would be stored.
    let calendar: Calendar?
    /// The IANA name of the time zone in effect.
    let zone: String
    let zoneSentence: String
    /// When the account was first opened; nil without an account.
    let since: String?
}

struct SettingsController: Sendable {
    let ledger: Ledger
    let links: Links
    let presentations: Presentations

    func show(_ request: Request, _ context: PageContext) async throws -> Response {
        let exists = try context.visitor.map { try ledger.hasRecovery($0.account) } ?? false
        let calendar = try context.visitor.map { try ledger.calendar(of: $0.account) }
        let token = SiteCookie.recovery(base: links.base, isSecure: context.isSecure).value(in: request)
            .flatMap {
                SessionToken($0)
            }
        let link = token.map {
            links.whole(links.recover($0.text), of: request, isSecure: context.isSecure)
        }
        let presentation = context.presentation
        let words = presentation.words, appearance = presentation.appearance
        let opening = try context.visitor.flatMap { try ledger.firstOpening(of: $0.account) }
        let zone = ClientZone(of: request)
        let page = SettingsPage(
            hasAccount: context.visitor != nil,
            recoveryLink: link,
            recoveryExists: exists,
            recoveryButton: words[exists ? .recoveryAnew : .recoveryMake],
            themes: words.choices(Appearance.Theme.self, chosen: appearance.theme),
            schemes: words.choices(Appearance.Scheme.self, chosen: appearance.scheme),
            styles: words.choices(Counter.Style.self, chosen: appearance.style),
            buzzes: [
                Choice(value: "yes", name: words[.buzzesYes], isChosen: appearance.buzzes),
                Choice(value: "no", name: words[.buzzesNo], isChosen: !appearance.buzzes),
            ],
            languages: [
                Choice(value: "", name: words[.languageOfBrowser], isChosen: appearance.language == nil)
            ]
                + presentations.languages.map {
                    Choice(value: $0.tag, name: $0.name, isChosen: $0.tag == appearance.language)
                },
            hasKeys: appearance.hasKeys,
            hasBadge: appearance.hasBadge,
            calendar: calendar.map { SettingsPage.Calendar($0, words) },
            zone: zone.name,
            zoneSentence: words.sentence(for: zone),
            since: opening.map { words.sentence(for: $0, in: zone) }
        )
        return try .page(page, in: presentation, isSecret: true)
    }
}

extension SettingsPage.Calendar {
    fileprivate init(_ chosen: CalendarChoice, _ words: Words) {
        dayStarts = (0..<24).map { hour in
            Choice(
                value: String(hour), name: words.time(minuteOfDay: hour * 60),
                isChosen: hour == chosen.dayStart.hour)
        }
        weekStarts = words.choices(WeekStart.self, chosen: WeekStart(chosen.weekStart))
    }
}

extension Words {
    fileprivate func sentence(for opening: FirstOpening, in zone: ClientZone) -> String {
        let beginning = date(zone.day(at: opening.moment, from: .midnight), withYear: true)
        return opening.version.map { self(.settingsSinceVersion, beginning, $0) }
            ?? self(.settingsSince, beginning)
    }
}
