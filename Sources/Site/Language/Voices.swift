// What the site says and shows, in each of its languages.

import Hummingbird
import Synchronization

/// Words and templates of one language, and the look of one browser.
struct Voice: Sendable {
    let words: Words
    let templates: Templates
    var appearance = Appearance()
}

/// A voice for every language of the catalog, made when it is first asked for.
final class Voices: Sendable {
    private let choice: LanguageChoice
    private let file: CatalogFile
    private let views: String
    private let links: Links
    private let own: Voice
    private let others = Mutex<[String: Voice]>([:])

    /// - Parameter views: The folder of the templates and the catalog.
    init(views: String, links: Links) throws {
        file = try CatalogFile(path: Self.catalog(views), only: [])
        self.views = views
        self.links = links
        own = try Self.voice(file.sourceLanguage, of: file, views: views, links: links)
        let others = file.languages.subtracting([file.sourceLanguage]).sorted()
        choice = LanguageChoice(available: [file.sourceLanguage] + others)
    }

    private static func catalog(_ views: String) -> String { views + "/Language/Localizable.xcstrings" }

    private static func voice(
        _ language: String, of file: CatalogFile, views: String, links: Links
    ) throws -> Voice {
        let catalog = Catalog(file: file, language: language)
        return Voice(
            words: try Words(catalog), templates: Templates(folder: views, catalog: catalog, links: links))
    }

    /// Nil for a language there is not.
    private func voice(in language: String) throws -> Voice? {
        if language == own.words.language { return own }
        guard choice.available.contains(language) else { return nil }
        return try others.withLock { others in
            if let voice = others[language] { return voice }
            let file = try CatalogFile(path: Self.catalog(views), only: [language])
            let voice = try Self.voice(language, of: file, views: views, links: links)
            others[language] = voice
            return voice
        }
    }

    /// Makes voices with all their templates, so that what is wrong with one is known at once.
    ///
    /// - Parameter isWhole: Every language's, and not only the source language's.
    /// - Throws: For the first text or template that is missing or damaged.
    func prepare(isWhole: Bool) throws {
        for language in isWhole ? choice.available : [file.sourceLanguage] {
            try voice(in: language)?.templates.prepare()
        }
    }

    /// The voice for whoever asks: the language and look they chose, or else the language their browser accepts.
    func voice(for request: Request, isSecure: Bool) -> Voice {
        let cookie = SiteCookie.appearance(base: links.base, isSecure: isSecure)
        let appearance = cookie.value(in: request).map { Appearance(cookie: $0) }
        let chosen = appearance?.language.flatMap { try? self.voice(in: $0) }
        // One that is damaged was told of at the start.
        var voice =
            chosen ?? (try? self.voice(in: choice.language(accepting: request.headers[.acceptLanguage])))
            ?? own
        if let appearance { voice.appearance = appearance }
        return voice
    }

    /// The languages there are, by tag and by what they call themselves.
    var languages: [(tag: String, name: String)] {
        choice.available.map { tag in
            let name = try? Catalog(file: file, language: tag).text(Phrase.languageName.rawValue)
            return (tag, name ?? tag)
        }
    }
}
