// The templates of Views/, prepared for one language: texts, addresses and assets
// that are the same in each response are inserted before parsing.

import Foundation
import Mustache
import Synchronization

/// A page or a fragment: a struct of ready values for a template.
protocol Page: Sendable {
    /// The template's path in `Views/`, without the extension.
    static var template: String { get }
}

/// All templates in one language. Each is read and parsed on first use, because a
/// CGI program renders one page and exits.
final class Templates: Sendable {
    private let folder: String
    private let catalog: Catalog
    private let links: Links
    private let parsed = Mutex(Parsed())

    private struct Parsed {
        var library = MustacheLibrary()
        var longTexts = LongTexts()
    }

    /// Registers ``ScalarEscaping`` for use in templates.
    private static let escaping: String = {
        MustacheContentTypes.register(ScalarEscaping(), named: "SCALARS")
        return "{{% CONTENT_TYPE:SCALARS}}"
    }()

    init(folder: String, catalog: Catalog, links: Links) {
        self.folder = folder
        self.catalog = catalog
        self.links = links
    }

    /// Reads and parses every template, so that errors are found at startup.
    ///
    /// - Throws: ``SiteFault`` if one is missing, does not parse, or uses a text that is missing in the catalog.
    func prepare() throws {
        let texts = try Self.texts(in: folder)
        let parts = texts.values.flatMap { TemplateSource($0).parts }
        for name in (Self.pages.map { $0.template } + parts).sorted() where texts[name]?.isEmpty ?? true {
            throw SiteFault.fileIsMissing(path(name))
        }
        try parsed.withLock { parsed in
            for (name, text) in texts { try register(TemplateSource(text), named: name, in: &parsed) }
        }
    }

    /// - Throws: Like ``prepare()``, for the page's own template.
    func render<P: Page>(_ page: P) throws -> String {
        let ready = try parsed.withLock { parsed in
            try require(P.template, in: &parsed)
            return parsed
        }
        guard let text = ready.library.render(Self.fields(of: page), withTemplate: P.template) else {
            throw SiteFault.fileIsMissing(path(P.template))
        }
        return ready.longTexts.restored(in: text)
    }

    /// The page's values by name; one that is nil is left out. Given the page itself, the library would go through all its
    /// fields anew for each name.
    private static func fields(of page: some Page) -> [String: Any] {
        var fields: [String: Any] = [:]
        for (name, value) in Mirror(reflecting: page).children {
            guard let name else { continue }
            switch value {
            // Nearly all values are of these types, for which nothing need be reflected.
            case is String, is Bool: fields[name] = value
            case let number as Int: fields[name] = String(number)
            case let text as String?: fields[name] = text
            default:
                let mirror = Mirror(reflecting: value)
                fields[name] = mirror.displayStyle == .optional ? mirror.children.first?.value : value
            }
        }
        return fields
    }

    /// Registers the template and those it includes: the library would show nothing in the place of a missing one.
    private func require(_ name: String, in parsed: inout Parsed) throws {
        guard parsed.library.getTemplate(named: name) == nil else { return }
        guard let text = try? String(contentsOfFile: path(name), encoding: .utf8), !text.isEmpty else {
            throw SiteFault.fileIsMissing(path(name))
        }
        let source = TemplateSource(text)
        for part in source.parts { try require(part, in: &parsed) }
        try register(source, named: name, in: &parsed)
    }

    private func register(
        _ source: TemplateSource, named name: String, in parsed: inout Parsed
    ) throws {
        do {
            let text = try Self.escaping + filled(source, &parsed.longTexts)
            try parsed.library.register(text, named: name)
        } catch Catalog.Fault.missing(let key) {
            throw SiteFault.fileIsUnsound(
                path(name), "uses the text “\(key)”, which the catalog does not have")
        } catch let directive as UnknownDirective {
            throw SiteFault.fileIsUnsound(path(name), "has an unknown part “\(directive.name)”")
        } catch {
            throw SiteFault.fileIsUnsound(path(name), "is cut short or was changed")
        }
    }

    private func path(_ name: String) -> String { "\(folder)/\(name).mustache" }

    private struct UnknownDirective: Error {
        let name: String
    }

    /// The sources of the templates, by name.
    static func texts(in folder: String) throws -> [String: String] {
        let paths = try FolderListing(folder).paths.filter { $0.hasSuffix(".mustache") }
        return try Dictionary(
            uniqueKeysWithValues: paths.map { path in
                let text = try String(contentsOfFile: folder + "/" + path, encoding: .utf8)
                return (String(path.dropLast(".mustache".count)), text)
            }
        )
    }

    /// The source with `{{text:KEY}}`, `{{link:/path}}`, `{{asset:path}}` and `{{styles:name}}` replaced, with a gap at
    /// `{{gap:name}}`, and with stand-ins for what is long between the other tags.
    private func filled(_ source: TemplateSource, _ longTexts: inout LongTexts) throws -> String {
        var filled = "", text = ""
        for piece in source.pieces {
            switch piece {
            case .text(let next): text += next
            case .tag(let tag):
                if let value = try value(of: tag) {
                    text += value
                } else {
                    filled += longTexts.replaced(in: text) + "{{\(tag)}}"
                    text = ""
                }
            }
        }
        return filled + longTexts.replaced(in: text)
    }

    /// What is the same in each response; nil for a tag of the library.
    private func value(of tag: Substring) throws -> String? {
        guard let colon = tag.utf8.firstIndex(of: UInt8(ascii: ":")) else { return nil }
        let directive = tag[..<colon], value = tag[tag.index(after: colon)...]
        switch directive {
        case "text": return try catalog.text(String(value)).htmlEscaped
        case "link": return links.path(value).htmlEscaped
        case "asset": return links.asset(value).htmlEscaped
        case "styles": return links.styles(value).htmlEscaped
        case "gap":
            guard let gap = Appearance.Gap(rawValue: String(value)) else {
                throw UnknownDirective(name: String(value))
            }
            return Skeleton.gap(gap)
        default: throw UnknownDirective(name: String(directive))
        }
    }
}

/// Escapes scalar by scalar. The library escapes by characters, so a quotation
/// mark with a combining accent, which is another character, would end an attribute.
private struct ScalarEscaping: MustacheContentType {
    func escapeText(_ text: String) -> String { text.htmlEscaped }
}

extension StringProtocol {
    /// The text with HTML's special characters escaped.
    var htmlEscaped: String {
        // Most texts have none.
        guard utf8.contains(where: { $0 == 0x26 || $0 == 0x3C || $0 == 0x3E || $0 == 0x22 || $0 == 0x27 })
        else {
            return String(self)
        }
        var escaped = ""
        for character in unicodeScalars {
            switch character {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            case "\"": escaped += "&quot;"
            case "'": escaped += "&#39;"
            default: escaped.unicodeScalars.append(character)
            }
        }
        return escaped
    }
}
