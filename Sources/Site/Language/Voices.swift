// What the site says and shows, in each of its languages.

/// Words and templates of one language.
struct Voice: Sendable {
    let words: Words
    let templates: Templates
}

/// A voice for every language of the catalog.
struct Voices: Sendable {
    private let choice: LanguageChoice
    private let voices: [String: Voice]
    private let own: Voice

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
        choice = LanguageChoice(available: [file.sourceLanguage] + others)
    }

    /// The voice for a browser that accepts these languages.
    func voice(accepting field: String?) -> Voice { voices[choice.language(accepting: field)] ?? own }
}
