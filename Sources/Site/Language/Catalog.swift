// Every visible text, from the String Catalog: Xcode's own `.xcstrings` format, which translation tools support.

/// The texts of one language. A variant, such as `en-US`, has only the texts in which it differs.
public struct Catalog: Sendable {
    /// A text's plural forms (CLDR plural categories).
    enum Text: Sendable, Equatable {
        case plain(String)
        case plural([PluralCategory: String])
    }

    /// A BCP 47 tag, such as `en` or `zh-Hans`.
    public let language: String
    private let texts: [String: Text]

    /// An error in a catalog.
    public enum Fault: Error, Sendable, Equatable {
        case missing(key: String)
    }

    /// Reads one language of the catalog at `path`.
    public init(path: String, language: String) throws {
        self.init(file: try CatalogFile(path: path), language: language)
    }

    init(file: CatalogFile, language: String) {
        self.language = language
        let own = file.texts[language] ?? [:], base = language.baseLanguage
        texts = base == language ? own : (file.texts[base] ?? [:]).merging(own) { $1 }
    }

    /// The text for a key, exactly as in the catalog.
    public func text(_ key: String) throws(Fault) -> String {
        guard case .plain(let text) = texts[key] else { throw .missing(key: key) }
        return text
    }

    /// A text's plural forms. `other` is always included.
    func forms(_ key: String) throws(Fault) -> [PluralCategory: String] {
        guard case .plural(let forms) = texts[key], forms[.other] != nil else { throw .missing(key: key) }
        return forms
    }
}

extension String {
    /// A BCP 47 tag's language without a region: `en` for `en-US`; for other tags the tag itself.
    var baseLanguage: String {
        // A region has two letters; a script has four.
        guard let hyphen = utf8.firstIndex(of: UInt8(ascii: "-")), utf8[hyphen...].count == 3 else {
            return self
        }
        return String(self[..<hyphen])
    }
}
