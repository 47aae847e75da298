// What pages are made from besides the ledger's data, read once from the installation's folder.

import Crypto
import Foundation

/// The files, the texts and the addresses of an installation, in memory.
struct SiteContent: Sendable {
    let assets: Assets
    let links: Links
    let presentations: Presentations
    /// A hash of everything pages are made from, besides the ledger's data: part of every `ETag`.
    let edition: String

    /// - Throws: ``SiteFault`` if a file or a text is missing or corrupt.
    init(_ configuration: SiteConfiguration) throws {
        assets = try Assets(
            folder: configuration.publicFiles,
            hashFile: configuration.assetHashFile.map { AssetHashFile(path: $0, now: configuration.now()) })
        links = Links(base: configuration.basePath, build: assets.hash)
        edition = try Self.edition(of: configuration, assets: assets)
        presentations = try Presentations(views: configuration.views, links: links)
    }

    private static func edition(of configuration: SiteConfiguration, assets: Assets) throws -> String {
        var digest = SHA256()
        // Not their contents: to read all of them takes a CGI program longer than the page.
        for file in try FolderListing(configuration.views).files {
            digest.update(data: Array("\(file.path) \(file.stamp)\n".utf8))
        }
        digest.update(data: Data((assets.hash + configuration.program).utf8))
        if !configuration.streamsEvents { digest.update(data: Data("no events".utf8)) }
        if configuration.signsInByWebServer { digest.update(data: Data("web server".utf8)) }
        return digest.finalize().shortText
    }
}
