// The String Catalog: every visible text, in Xcode's own `.xcstrings` format,
// which translators' tools open. It is read here and nowhere else.

import Foundation

/// The texts of one language.
public struct Catalog: Sendable {
    /// Which form of a text goes with a number (CLDR plural categories).
    enum Text: Sendable {
        case plain(String)
        case plural([PluralCategory: String])
    }

    /// A BCP 47 tag, such as `en` or `zh-Hans`.
    public let language: String
    private let texts: [String: Text]

    /// What is wrong with a catalog.
    public enum Fault: Error, Sendable, Equatable {
        case unreadable(String)
        case missing(key: String)
    }

    /// Reads one language out of the catalog at `path`.
    public init(path: String, language: String) throws {
        self.init(file: try CatalogFile(path: path), language: language)
    }

    init(file: CatalogFile, language: String) {
        self.language = language
        texts = file.strings.compactMapValues { entry in
            entry.localizations?[language].flatMap { localization in
                if let unit = localization.stringUnit { return .plain(unit.value) }
                guard let forms = localization.variations?.plural else { return nil }
                let pairs = forms.compactMap { name, form in
                    PluralCategory(rawValue: name).map { ($0, form.stringUnit.value) }
                }
                return .plural(Dictionary(uniqueKeysWithValues: pairs))
            }
        }
    }

    /// The text for a key as it stands in the catalog.
    public func text(_ key: String) throws(Fault) -> String {
        guard case .plain(let text) = texts[key] else { throw .missing(key: key) }
        return text
    }

    /// The forms of a text that goes with a number. The one for `other` is among them.
    func forms(_ key: String) throws(Fault) -> [PluralCategory: String] {
        guard case .plural(let forms) = texts[key], forms[.other] != nil else { throw .missing(key: key) }
        return forms
    }
}

/// The file's own shape.
struct CatalogFile: Decodable, Sendable {
    let sourceLanguage: String
    let strings: [String: Entry]

    struct Entry: Decodable, Sendable {
        let localizations: [String: Localization]?
    }
    struct Localization: Decodable, Sendable {
        let stringUnit: Unit?
        let variations: Variations?
    }
    struct Variations: Decodable, Sendable {
        let plural: [String: Form]?
    }
    struct Form: Decodable, Sendable {
        let stringUnit: Unit
    }
    struct Unit: Decodable, Sendable {
        let value: String
    }

    init(path: String) throws {
        guard let data = FileManager.default.contents(atPath: path) else {
            throw Catalog.Fault.unreadable(path)
        }
        self = try JSONDecoder().decode(CatalogFile.self, from: data)
    }

    /// The languages that the catalog is translated into, by tag.
    var languages: Set<String> {
        strings.values.reduce(into: []) { $0.formUnion(($1.localizations ?? [:]).keys) }
    }
}
