// A catalog as translators see it: key by key.

@testable import Site

extension CatalogFile {
    /// By key, then by language.
    var strings: [String: [String: Catalog.Text]] {
        texts.reduce(into: [:]) { strings, language in
            for (key, text) in language.value { strings[key, default: [:]][language.key] = text }
        }
    }
}
