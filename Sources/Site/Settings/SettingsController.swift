// The settings: a page, and one form for all that is chosen on it.

import HTTPTypes
import Hummingbird
import Ledger

struct SettingsController: Sendable {
    let ledger: Ledger
    let links: Links
    let configuration: SiteConfiguration
    let presentations: Presentations
    let operations: OperationWriter

    func show(_ request: Request, _ context: PageContext) async throws -> Response {
        let visitor = context.visitor
        let calendar = visitor?.calendar
        let deleted =
            try visitor.map { try ledger.numberInTrash(of: $0.account, now: configuration.now()) } ?? 0
        let presentation = context.presentation
        let words = presentation.words, appearance = presentation.appearance
        let zone = ClientZone(of: request)
        let page = SettingsPage(
            sample: SettingsPage.Sample(appearance.style, words),
            themes: words.choices(Appearance.Theme.self, chosen: appearance.theme),
            schemes: words.choices(Appearance.Scheme.self, chosen: appearance.scheme),
            styles: words.choices(Counter.Style.self, chosen: appearance.style),
            languages: [
                Choice(value: "", name: words[.languageOfBrowser], isChosen: appearance.language == nil)
            ]
                + presentations.languages.map {
                    Choice(value: $0.tag, name: $0.name, isChosen: $0.tag == appearance.language)
                },
            buzzes: appearance.buzzes,
            hasKeys: appearance.hasKeys,
            hasBadge: appearance.hasBadge,
            calendar: calendar.map { SettingsPage.Calendar($0, words) },
            zone: zone.name,
            zoneSentence: words.sentence(for: zone),
            inTrash: deleted > 0 ? words.number(Int64(deleted)) : nil
        )
        return try .page(page, in: presentation, isSecret: true, isKept: true)
    }

    /// Applies the account's settings one by one, then the browser's. A form with an unknown choice changes nothing.
    func save(_ request: Request, _ context: PageContext) async throws -> Response {
        let form = try await request.form(Stamped<SettingsForm>.self, upTo: configuration.largestForm)
        let appearance = try form.fields.appearance(
            from: context.presentation.appearance, of: presentations.languages.map(\.tag))
        if form.hasCalendar {
            let account = try context.knownVisitor(in: ledger, for: form.stamp.account).account
            for change in try form.fields.changes(from: ledger.calendar(of: account)) {
                let stamp = OperationStamp(at: form.stamp.at, offset: form.stamp.offset)
                _ = try await operations.apply(
                    operations.operation(change, stamp, from: request), context)
            }
        }
        var response = Response.seeOther(links.settings)
        let cookie = SiteCookie.appearance(base: links.base, isSecure: context.isSecure)
        response.headers.append(cookie.field(appearance.text))
        return response
    }
}
