// Texts and templates of each of the site's languages.

import Hummingbird
import Ledger
import Synchronization

/// What a page is rendered with: one language's texts and templates, and the
/// browser's appearance settings.
struct Presentation: Sendable {
    let words: Words
    let templates: Templates
    var appearance = Appearance()
    /// The account that the page is of, which its forms then say; nil without one.
    var account: AccountID?
    /// Nil without a known visitor, and on a page that answers a form.
    var following: Following?

    /// The value of a gap that any page may have.
    func fill(_ gap: Appearance.Gap) -> String {
        switch gap {
        case .following: following?.attributes ?? ""
        case .appearance: appearance.fill(gap) + (account.map { " data-account=\"\($0)\"" } ?? "")
        case .browserColors: appearance.fill(gap)
        }
    }
}

/// What an open page needs to learn of changes to its account made elsewhere.
struct Following: Sendable {
    /// The account's revision that the page shows.
    let revision: Int64
    /// When it was read: what is done on the page comes after that, whatever the device's clock says.
    let at: Moment
    /// The address of the event stream; nil if the page has to poll.
    let events: String?

    fileprivate var attributes: String {
        " data-revision=\"\(revision)\" data-at=\"\(at.milliseconds)\""
            + (events.map { " data-events=\"\($0)\"" } ?? "")
    }
}

/// The presentation of each language in the catalog, loaded on first use.
final class Presentations: Sendable {
    private let choice: LanguageChoice
    private let file: CatalogFile
    private let views: String
    private let links: Links
    private let own: Presentation
    private let others = Mutex<[String: Presentation]>([:])
    private let cookies: PerScheme<SiteCookie>
    /// The language of each `Accept-Language` field: browsers send few different ones, and reading one takes longer than
    /// the rest of a page that has not changed.
    private let negotiated = Cache<String, String>(bound: 64 << 10) { $0.utf8.count + longestField }
    /// In bytes. What is longer is read each time.
    private static let longestField = 200

    /// - Parameter views: The folder with the templates and the catalog.
    init(views: String, links: Links) throws {
        file = try CatalogFile(path: Self.catalog(views), only: [])
        self.views = views
        self.links = links
        cookies = PerScheme { [links] in .appearance(base: links.base, isSecure: $0) }
        own = try Self.presentation(file.sourceLanguage, of: file, views: views, links: links)
        let others = file.languages.subtracting([file.sourceLanguage]).sorted()
        choice = LanguageChoice(available: [file.sourceLanguage] + others)
    }

    private static func catalog(_ views: String) -> String { views + "/Language/Localizable.xcstrings" }

    private static func presentation(
        _ language: String, of file: CatalogFile, views: String, links: Links
    ) throws -> Presentation {
        let catalog = Catalog(file: file, language: language)
        do {
            return Presentation(
                words: try Words(catalog), templates: Templates(folder: views, catalog: catalog, links: links)
            )
        } catch Catalog.Fault.missing(let key) {
            throw SiteFault.fileIsUnsound(Self.catalog(views), "has no text “\(key)”")
        }
    }

    /// Nil for a language that is not in the catalog.
    private func presentation(in language: String) throws -> Presentation? {
        if language == own.words.language { return own }
        guard choice.available.contains(language) else { return nil }
        return try others.withLock { others in
            if let presentation = others[language] { return presentation }
            let isVariant = language.baseLanguage == file.sourceLanguage
            let file = isVariant ? file : try CatalogFile(path: Self.catalog(views), only: [language])
            let presentation = try Self.presentation(language, of: file, views: views, links: links)
            others[language] = presentation
            return presentation
        }
    }

    /// Loads presentations with all their templates, so that errors are found at startup.
    ///
    /// - Parameter isWhole: Whether to load every language, not only the source language.
    /// - Throws: For the first text or template that is missing or invalid.
    func prepare(isWhole: Bool) throws {
        for language in isWhole ? choice.available : [file.sourceLanguage] {
            try presentation(in: language)?.templates.prepare()
        }
    }

    /// The presentation for a request: the language and appearance chosen in
    /// settings, or else the language negotiated with the browser.
    func presentation(for request: Request, isSecure: Bool) -> Presentation {
        let appearance = cookies[isSecure: isSecure].value(in: request).map { Appearance(cookie: $0) }
        let chosen = appearance?.language.flatMap { try? self.presentation(in: $0) }
        // Errors in a language were already reported at startup.
        var presentation =
            chosen
            ?? (try? self.presentation(in: language(accepting: request.headers.first(.acceptLanguage))))
            ?? own
        if let appearance { presentation.appearance = appearance }
        return presentation
    }

    private func language(accepting field: String?) -> String {
        guard let field, field.utf8.count <= Self.longestField else {
            return choice.language(accepting: field)
        }
        return negotiated.value(for: field) { choice.language(accepting: field) }
    }

    /// The available languages, by tag and native name.
    var languages: [(tag: String, name: String)] {
        choice.available.map { tag in
            let name = try? Catalog(file: file, language: tag).text(Phrase.languageName.rawValue)
            return (tag, name ?? tag)
        }
    }
}
