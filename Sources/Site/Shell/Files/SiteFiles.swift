// The files of an installation, Views/ and Public/, as an operator's check sees them.

import Foundation
import HTTPTypes

/// Files that are whole: everything that pages are made from is there.
public struct SiteFiles: Sendable {
    private let assets: Assets

    /// Reads every template and text of every language, and looks for every file that one of them, or a module, asks for.
    ///
    /// - Throws: ``SiteFault`` for the first that is missing or unsound.
    public init(_ configuration: SiteConfiguration) throws {
        let content = try SiteContent(configuration)
        assets = content.assets
        try content.presentations.prepare(isWhole: true)
        try assets.proveWhole(templates: Templates.texts(in: configuration.views).values)
    }

    /// The path of a file of `Public/` at an address of the site.
    public func asset(_ path: String, at address: SiteAddress) -> String {
        Links(base: address.path, build: assets.hash).asset(path)
    }

    /// What a browser gets there; nil if there is no such file.
    public func content(ofAsset path: String) -> Data? {
        assets[path].map { Data($0.readableBytesView) }
    }

    /// The header by which an answer of Fivebar's own is told from a web server's.
    public static let ownAnswer = HTTPField.Name.fivebarAnswer.canonicalName
}

extension Assets {
    /// - Throws: ``SiteFault`` for a file that a template or a module asks for and that is missing or empty.
    func proveWhole(templates: some Collection<String>) throws {
        var needed: Set<String> = []
        for text in templates {
            for match in text.matches(of: /\{\{asset:([^}]+)\}\}/) { needed.insert(String(match.1)) }
        }
        for module in modulesAndStyles where module.hasSuffix(".js") {
            for match in try text(of: module).matches(of: /(?:from |import |import\(|load\()"(\.[^"]+)"/) {
                needed.insert(Self.path(String(match.1), from: module))
            }
        }
        for path in needed.sorted() where try text(of: path).isEmpty {
            throw SiteFault.fileIsMissing(folder + "/" + path)
        }
    }

    /// The path that a module's address leads to.
    private static func path(_ address: String, from module: String) -> String {
        var parts = module.split(separator: "/").dropLast()
        for part in address.split(separator: "/") {
            switch part {
            case ".": break
            case "..": parts = parts.dropLast()
            default: parts.append(part)
            }
        }
        return parts.joined(separator: "/")
    }

    /// - Throws: ``SiteFault`` if there is no such file.
    private func text(of path: String) throws(SiteFault) -> String {
        guard let content = self[path] else { throw .fileIsMissing(folder + "/" + path) }
        return String(buffer: content)
    }
}
