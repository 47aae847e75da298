// What pages are rendered with, in each of the site's languages.

import Hummingbird
import Ledger
import Synchronization

/// What a page is rendered with: the texts and templates of one language, and one browser's appearance settings.
struct Presentation: Sendable {
    let words: Words
    let templates: Templates
    var appearance = Appearance()
    /// Nil where nobody is known.
    var following: Following?

    /// What fills a gap that every page may have.
    func fill(_ gap: Appearance.Gap) -> String {
        switch gap {
        case .following: following?.attributes ?? ""
        case .appearance: appearance.fill(gap) + (following.map { " data-account=\"\($0.account)\"" } ?? "")
        case .browserColors: appearance.fill(gap)
        }
    }
}

/// How an open page hears that its account has changed elsewhere.
struct Following: Sendable {
    let account: AccountID
    /// The account's, which the page is drawn at.
    let revision: Int64
    /// Where the stream of events is; nil where the page has to ask now and then.
    let events: String?

    fileprivate var attributes: String {
        " data-revision=\"\(revision)\"" + (events.map { " data-events=\"\($0)\"" } ?? "")
    }
}

/// The presentation of each language in the catalog, loaded when it is first needed.
final class Presentations: Sendable {
    private let choice: LanguageChoice
    private let file: CatalogFile
    private let views: String
    private let links: Links
    private let own: Presentation
    private let others = Mutex<[String: Presentation]>([:])

    /// - Parameter views: The folder of the templates and the catalog.
    init(views: String, links: Links) throws {
        file = try CatalogFile(path: Self.catalog(views), only: [])
        self.views = views
        self.links = links
        own = try Self.presentation(file.sourceLanguage, of: file, views: views, links: links)
        let others = file.languages.subtracting([file.sourceLanguage]).sorted()
        choice = LanguageChoice(available: [file.sourceLanguage] + others)
    }

    private static func catalog(_ views: String) -> String { views + "/Language/Localizable.xcstrings" }

    private static func presentation(
        _ language: String, of file: CatalogFile, views: String, links: Links
    ) throws -> Presentation {
        let catalog = Catalog(file: file, language: language)
        return Presentation(
            words: try Words(catalog), templates: Templates(folder: views, catalog: catalog, links: links))
    }

    /// Nil for a language that the catalog lacks.
    private func presentation(in language: String) throws -> Presentation? {
        if language == own.words.language { return own }
        guard choice.available.contains(language) else { return nil }
        return try others.withLock { others in
            if let presentation = others[language] { return presentation }
            let file = try CatalogFile(path: Self.catalog(views), only: [language])
            let presentation = try Self.presentation(language, of: file, views: views, links: links)
            others[language] = presentation
            return presentation
        }
    }

    /// Loads presentations with all their templates, so that a fault is found at the start.
    ///
    /// - Parameter isWhole: Every language's, and not only the source language's.
    /// - Throws: For the first text or template that is missing or damaged.
    func prepare(isWhole: Bool) throws {
        for language in isWhole ? choice.available : [file.sourceLanguage] {
            try presentation(in: language)?.templates.prepare()
        }
    }

    /// The presentation for a request: the language and appearance chosen in settings, or else
    /// the language that the browser accepts.
    func presentation(for request: Request, isSecure: Bool) -> Presentation {
        let cookie = SiteCookie.appearance(base: links.base, isSecure: isSecure)
        let appearance = cookie.value(in: request).map { Appearance(cookie: $0) }
        let chosen = appearance?.language.flatMap { try? self.presentation(in: $0) }
        // One that is damaged was told of at the start.
        var presentation =
            chosen
            ?? (try? self.presentation(in: choice.language(accepting: request.headers[.acceptLanguage])))
            ?? own
        if let appearance { presentation.appearance = appearance }
        return presentation
    }

    /// The languages there are, by tag and by what they call themselves.
    var languages: [(tag: String, name: String)] {
        choice.available.map { tag in
            let name = try? Catalog(file: file, language: tag).text(Phrase.languageName.rawValue)
            return (tag, name ?? tag)
        }
    }
}
