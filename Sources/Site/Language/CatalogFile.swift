// The format of a String Catalog, `.xcstrings`. Reads only what is asked for: a CGI program needs one language, and
// decoding the whole file takes longer than rendering its page.

import Ledger

/// The texts of a catalog's file.
struct CatalogFile: Sendable {
    /// A BCP 47 tag.
    let sourceLanguage: String
    /// By language, then by key.
    let texts: [String: [String: Catalog.Text]]

    /// - Parameter languages: All texts are read of these, or if empty, of the source language and its variants, which are
    ///   small; of the others only their own names; nil: everything.
    /// - Throws: ``SiteFault`` if the file is missing or not a catalog.
    init(path: String, only languages: Set<String>? = nil) throws(SiteFault) {
        guard let bytes = [UInt8](contentsOfFile: path), !bytes.isEmpty else { throw .fileIsMissing(path) }
        var reader = Reader(json: JSONReader(bytes[...]), languages: languages)
        do {
            try reader.read()
        } catch {
            throw .fileIsUnsound(path, "is cut short or was changed")
        }
        sourceLanguage = reader.sourceLanguage
        texts = reader.texts
    }

    /// The catalog's languages, by tag.
    var languages: Set<String> { Set(texts.keys) }
}

extension CatalogFile {
    private struct Reader {
        var json: JSONReader
        let languages: Set<String>?
        var sourceLanguage = ""
        var texts: [String: [String: Catalog.Text]] = [:]

        mutating func read() throws(JSONReader.Fault) {
            try members { (reader, name) throws(JSONReader.Fault) in
                switch name {
                case "sourceLanguage": reader.sourceLanguage = try reader.json.required()
                case "strings":
                    try reader.members { (reader, key) throws(JSONReader.Fault) in
                        try reader.readTexts(of: key)
                    }
                default: try reader.json.skip()
                }
            }
            guard !sourceLanguage.isEmpty, !texts.isEmpty, json.isAtEnd() else { throw .isDamaged }
        }

        private func isWanted(_ language: String, of key: String) -> Bool {
            // Another tool may write the source language after the texts; then all of them are read.
            guard let languages, !sourceLanguage.isEmpty, key != Phrase.languageName.rawValue else {
                return true
            }
            guard languages.isEmpty else { return languages.contains(language) }
            return language.baseLanguage == sourceLanguage
        }

        /// Whether this language and those after it are not wanted: they stand in the order of their tags.
        private func isBehind(_ language: String, of key: String) -> Bool {
            guard !isWanted(language, of: key), let languages else { return false }
            return language > (languages.max() ?? sourceLanguage)
        }

        private mutating func readTexts(of key: String) throws(JSONReader.Fault) {
            try members { (reader, name) throws(JSONReader.Fault) in
                guard name == "localizations" else { return try reader.json.pass() }
                guard try reader.json.beginObject() else { throw .isDamaged }
                var isFirst = true
                while let language = try reader.json.nextName(&isFirst) {
                    if reader.isBehind(language, of: key) { return try reader.json.passRest() }
                    // A file that is cut short ends too early here, too.
                    guard reader.isWanted(language, of: key) else {
                        try reader.json.pass()
                        continue
                    }
                    if let text = try reader.text() { reader.texts[language, default: [:]][key] = text }
                }
            }
        }

        /// A text, or its plural forms.
        private mutating func text() throws(JSONReader.Fault) -> Catalog.Text? {
            var text: Catalog.Text?, forms: [PluralCategory: String] = [:]
            try members { (reader, name) throws(JSONReader.Fault) in
                switch name {
                case "stringUnit": text = .plain(try reader.unit())
                case "variations":
                    try reader.members { (reader, name) throws(JSONReader.Fault) in
                        guard name == "plural" else { return try reader.json.skip() }
                        try reader.members { (reader, name) throws(JSONReader.Fault) in
                            forms[try PluralCategory(rawValue: name).orDamaged] = try reader.form()
                        }
                    }
                default: try reader.json.skip()
                }
            }
            return text ?? (forms.isEmpty ? nil : .plural(forms))
        }

        private mutating func form() throws(JSONReader.Fault) -> String {
            var text: String?
            try members { (reader, name) throws(JSONReader.Fault) in
                guard name == "stringUnit" else { return try reader.json.skip() }
                text = try reader.unit()
            }
            return try text.orDamaged
        }

        private mutating func unit() throws(JSONReader.Fault) -> String {
            var value: String?
            try members { (reader, name) throws(JSONReader.Fault) in
                guard name == "value" else { return try reader.json.skip() }
                value = try reader.json.required()
            }
            return try value.orDamaged
        }

        /// Reads an object: calls `read` at each member's value, to read or to skip it.
        private mutating func members(
            _ read: (inout Reader, String) throws(JSONReader.Fault) -> Void
        ) throws(JSONReader.Fault) {
            guard try json.beginObject() else { throw .isDamaged }
            var isFirst = true
            while let name = try json.nextName(&isFirst) { try read(&self, name) }
        }
    }
}

extension JSONReader {
    fileprivate mutating func required() throws(Fault) -> String { try string().orDamaged }
}

extension Optional {
    fileprivate var orDamaged: Wrapped {
        get throws(JSONReader.Fault) {
            guard let self else { throw .isDamaged }
            return self
        }
    }
}
