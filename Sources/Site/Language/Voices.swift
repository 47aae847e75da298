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

    /// The voice for whoever asks: the language their browser accepts, the look they chose.
    func voice(for request: Request, isSecure: Bool) -> Voice {
        var voice = voices[choice.language(accepting: request.headers[.acceptLanguage])] ?? own
        let cookie = SiteCookie.appearance(base: base, isSecure: isSecure)
        if let text = cookie.value(in: request) { voice.appearance = Appearance(cookie: text) }
        return voice
    }
}
