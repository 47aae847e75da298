// Reads the String Catalog: every visible text, in Xcode's own `.xcstrings`
// format, which translation tools support. Nothing else reads it.

import Foundation
import Synchronization

/// The texts of one language. A variant, such as `en-US`, has only the texts in which it differs.
public struct Catalog: Sendable {
    /// A text's plural forms (CLDR plural categories).
    enum Text: Sendable {
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
        let base = language.baseLanguage
        texts = file.strings.compactMapValues { entry in
            (entry.localizations?[language] ?? entry.localizations?[base]).flatMap { localization in
                if let unit = localization.stringUnit { return .plain(unit.value) }
                guard let forms = localization.variations?.plural else { return nil }
                let pairs = forms.compactMap { name, form in
                    PluralCategory(rawValue: name).map { ($0, form.stringUnit.value) }
                }
                return .plural(Dictionary(uniqueKeysWithValues: pairs))
            }
        }
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
        let parts = split(separator: "-")
        // A region has two letters; a script has four.
        return parts.count == 2 && parts[1].utf8.count == 2 ? String(parts[0]) : self
    }
}

/// The format of the file.
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

    /// - Parameter languages: All texts are read of these, or if empty, of the source language and its variants;
    ///   of the others only their own names; nil: everything. A page
    ///   needs one language, and reading seven takes longer than rendering it.
    init(path: String, only languages: Set<String>? = nil) throws {
        guard let data = FileManager.default.contents(atPath: path), !data.isEmpty else {
            throw SiteFault.fileIsMissing(path)
        }
        let decoder = JSONDecoder()
        if let languages { decoder.userInfo[.wanted] = WantedLanguages(languages) }
        do {
            self = try decoder.decode(CatalogFile.self, from: data)
        } catch {
            throw SiteFault.fileIsUnsound(path, "is cut short or was changed")
        }
    }

    private enum Key: String, CodingKey { case sourceLanguage, strings }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        sourceLanguage = try container.decode(String.self, forKey: .sourceLanguage)
        (decoder.userInfo[.wanted] as? WantedLanguages)?.found(source: sourceLanguage)
        strings = try container.decode([String: Entry].self, forKey: .strings)
    }

    /// The catalog's languages, by tag.
    var languages: Set<String> {
        strings.values.reduce(into: []) { $0.formUnion(($1.localizations ?? [:]).keys) }
    }
}

extension CatalogFile.Entry {
    private enum Key: String, CodingKey { case localizations }

    private struct Tag: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }
        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        guard let wanted = decoder.userInfo[.wanted] as? WantedLanguages,
            decoder.codingPath.last?.stringValue != Phrase.languageName.rawValue
        else {
            localizations = try container.decodeIfPresent(
                [String: CatalogFile.Localization].self, forKey: .localizations)
            return
        }
        guard container.contains(.localizations) else {
            localizations = nil
            return
        }
        let languages = try container.nestedContainer(keyedBy: Tag.self, forKey: .localizations)
        var localizations: [String: CatalogFile.Localization] = [:]
        for tag in languages.allKeys where wanted.contains(tag.stringValue) {
            localizations[tag.stringValue] = try languages.decode(
                CatalogFile.Localization.self, forKey: tag)
        }
        self.localizations = localizations
    }
}

/// Passed to the decoder of a catalog. The source language is known once its key is read; its variants are small
/// enough to be always read with it.
private final class WantedLanguages: Sendable {
    private let tags: Set<String>
    private let source = Mutex("")

    init(_ tags: Set<String>) { self.tags = tags }

    func contains(_ tag: String) -> Bool {
        guard tags.isEmpty else { return tags.contains(tag) }
        return source.withLock { tag.hasPrefix($0) && tag.baseLanguage == $0 }
    }

    func found(source tag: String) { source.withLock { $0 = tag } }
}

extension CodingUserInfoKey {
    fileprivate static let wanted = CodingUserInfoKey(rawValue: "fivebar.wanted")!
}
