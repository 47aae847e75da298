// What the site says and shows, in each of its languages.

import Hummingbird

/// Words and templates of one language, and the look of one browser.
struct Voice: Sendable {
    let words: Words
    let templates: Templates
    var appearance = Appearance()
}

/// A voice for every language of the catalog.
struct Voices: Sendable {
    private let choice: LanguageChoice
    private let voices: [String: Voice]
    private let own: Voice
    private let base: String

    /// - Parameter views: The folder of the templates and the catalog.
    init(views: String, links: Links) throws {
        let file = try CatalogFile(path: views + "/Language/Localizable.xcstrings")
        let others = file.languages.subtracting([file.sourceLanguage]).sorted()
        func voice(_ language: String) throws -> Voice {
            let catalog = Catalog(file: file, language: language)
            return Voice(
                words: try Words(catalog),
                templates: try Templates(folder: views, catalog: catalog, links: links)
            )
        }
        own = try voice(file.sourceLanguage)
        voices = try Dictionary(uniqueKeysWithValues: others.map { ($0, try voice($0)) })
        base = links.base
        choice = LanguageChoice(available: [file.sourceLanguage] + others)
    }

    /// The voice for whoever asks: the language and look they chose, or else the language their browser accepts.
    func voice(for request: Request, isSecure: Bool) -> Voice {
        let cookie = SiteCookie.appearance(base: base, isSecure: isSecure)
        let appearance = cookie.value(in: request).map { Appearance(cookie: $0) }
        let chosen = appearance?.language.flatMap { $0 == own.words.language ? own : voices[$0] }
        var voice =
            chosen ?? voices[choice.language(accepting: request.headers[.acceptLanguage])] ?? own
        if let appearance { voice.appearance = appearance }
        return voice
    }

    /// The languages there are, by tag and by what they call themselves.
    var languages: [(tag: String, name: String)] {
        choice.available.map { tag in (tag, (voices[tag] ?? own).words[.languageName]) }
    }
}
