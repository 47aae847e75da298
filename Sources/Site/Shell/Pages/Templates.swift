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
    private let library = Mutex(MustacheLibrary())

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
        let parts = texts.values.flatMap { Self.parts(of: $0) }
        for name in (Self.pages.map { $0.template } + parts).sorted() where texts[name]?.isEmpty ?? true {
            throw SiteFault.fileIsMissing(path(name))
        }
        try library.withLock { library in
            for (name, text) in texts { try register(text, named: name, in: &library) }
        }
    }

    /// - Throws: Like ``prepare()``, for the page's own template.
    func render<P: Page>(_ page: P) throws -> String {
        let ready = try library.withLock { library in
            try require(P.template, in: &library)
            return library
        }
        guard let text = ready.render(page, withTemplate: P.template) else {
            throw SiteFault.fileIsMissing(path(P.template))
        }
        return text
    }

    /// Registers the template and those it includes: the library would show nothing in the place of a missing one.
    private func require(_ name: String, in library: inout MustacheLibrary) throws {
        guard library.getTemplate(named: name) == nil else { return }
        guard let text = try? String(contentsOfFile: path(name), encoding: .utf8), !text.isEmpty else {
            throw SiteFault.fileIsMissing(path(name))
        }
        for part in Self.parts(of: text) { try require(part, in: &library) }
        try register(text, named: name, in: &library)
    }

    private func register(_ text: String, named name: String, in library: inout MustacheLibrary) throws {
        do {
            let text = try Self.fill(text, catalog: catalog, links: links)
            try library.register(Self.escaping + text, named: name)
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

    /// The names of the templates that one includes.
    private static func parts(of text: String) -> [String] {
        text.matches(of: /\{\{[><]\s*([\w\/]+)\s*\}\}/).map { String($0.1) }
    }

    private struct UnknownDirective: Error {
        let name: String
    }

    /// The sources of the templates, by name.
    static func texts(in folder: String) throws -> [String: String] {
        let paths = try SiteFault.contents(of: folder).filter { $0.hasSuffix(".mustache") }
        return try Dictionary(
            uniqueKeysWithValues: paths.map { path in
                let text = try String(contentsOfFile: folder + "/" + path, encoding: .utf8)
                return (String(path.dropLast(".mustache".count)), text)
            }
        )
    }

    /// Replaces `{{text:KEY}}`, `{{link:/path}}`, `{{asset:path}}` and `{{styles:name}}`; leaves a gap at `{{gap:name}}`.
    private static func fill(_ text: String, catalog: Catalog, links: Links) throws -> String {
        var filled = ""
        var rest = text[...]
        while let start = rest.firstRange(of: "{{") {
            guard let end = rest[start.upperBound...].firstRange(of: "}}"),
                let colon = rest[start.upperBound..<end.lowerBound].firstIndex(of: ":")
            else {
                filled += rest[..<start.upperBound]
                rest = rest[start.upperBound...]
                continue
            }
            let value = rest[rest.index(after: colon)..<end.lowerBound]
            filled += rest[..<start.lowerBound]
            switch rest[start.upperBound..<colon] {
            case "text": filled += try catalog.text(String(value)).htmlEscaped
            case "link": filled += links.path(value).htmlEscaped
            case "asset": filled += links.asset(value).htmlEscaped
            case "styles": filled += links.styles(value).htmlEscaped
            case "gap":
                guard let gap = Appearance.Gap(rawValue: String(value)) else {
                    throw UnknownDirective(name: String(value))
                }
                filled += Skeleton.gap(gap)
            case let directive: throw UnknownDirective(name: String(directive))
            }
            rest = rest[end.upperBound...]
        }
        return filled + rest
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
