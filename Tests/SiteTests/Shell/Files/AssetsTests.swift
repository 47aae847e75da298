// The files of Public/ under their hash, over an update.

import Foundation
import NIOCore
import Testing

@testable import Ledger
@testable import Site

@Suite struct AssetsTests {
    /// A home whose Public/ can be changed.
    final class Home: Sendable {
        let path = FileManager.default.temporaryDirectory.appending(path: "home-\(UUID().uuidString)").path

        init() throws {
            let files = FileManager.default
            try files.createDirectory(atPath: path, withIntermediateDirectories: true)
            try files.createSymbolicLink(
                atPath: path + "/Views", withDestinationPath: Place.home + "/Views")
            try files.copyItem(atPath: Place.home + "/Public", toPath: path + "/Public")
        }

        deinit { try? FileManager.default.removeItem(atPath: path) }

        var configuration: SiteConfiguration {
            SiteConfiguration(
                home: path, now: { Moment(milliseconds: 0) },
                randomBytes: { [UInt8](repeating: 7, count: $0) })
        }

        func write(_ text: String, to file: String) throws {
            try Data(text.utf8).write(to: URL(filePath: path + "/Public/" + file))
        }
    }

    private func text(_ path: String) throws -> String {
        try String(contentsOfFile: path, encoding: .utf8)
    }

    @Test func `files of another build are not handed out under the hash of before`() async throws {
        let home = try Home()
        let site = try Site(home.configuration, ledger: Ledger(path: home.path + "/fivebar.sqlite"))
        let visitor = Visitor(responder: site.responder(), isSecure: false, address: "192.0.2.1")
        let addresses = [
            site.links.asset("css/shell/tokens.css"), site.links.asset("js/shell/page.js"),
            site.links.styles("watch"),
        ]
        var before: [String] = []
        for address in addresses { before.append(try await visitor.get(address).body) }
        for file in ["css/shell/tokens.css", "js/shell/page.js"] {
            try home.write(".zaunkoenig {}\n", to: file)
        }
        for (address, before) in zip(addresses, before) {
            #expect(!before.isEmpty && !before.contains("zaunkoenig"))
            #expect(try await visitor.get(address).body == before, "\(address)")
        }
        try FileManager.default.removeItem(atPath: home.path + "/Public")
        #expect(try await visitor.get(addresses[0]).body == before[0])
    }

    @Test func `scripts and styles come without their comments and their indentation`() throws {
        let source = """
            // For whom this is.
            import { a } from "./a.js"

            /** What it does.
                At length. */
            export const b = a("https://example.org") // as it is
              /* One line. */
            const c = `/* a text */`
            if (c) {
              b()
            }
            """
        let shown = SourceText.withoutComments(ByteBuffer(string: source))
        #expect(
            String(buffer: shown) == """
                import { a } from "./a.js"
                export const b = a("https://example.org") // as it is
                const c = `/* a text */`
                if (c) {
                b()
                }

                """)
        #expect(SourceText.withoutComments(ByteBuffer()).readableBytes == 0)
    }

    @Test func `no line of a text can be taken for a comment`() throws {
        let folder = Place.home + "/Public"
        func isOpening(_ line: Substring) -> Bool { line.drop { $0 == " " }.hasPrefix("/*") }
        for name in try FolderListing(folder).paths where name.hasSuffix(".js") || name.hasSuffix(".css") {
            for line in try text(folder + "/" + name).split(separator: "\n") {
                #expect(line.count { $0 == "`" }.isMultiple(of: 2), "\(name): \(line)")
                let isOpen = line.contains("/*") && !line.contains("*/")
                #expect(!isOpen || isOpening(line), "\(name): \(line)")
                let isComment = line.contains("*/") && (isOpening(line) || !line.contains("/*"))
                #expect(!isComment || line.hasSuffix("*/"), "\(name): \(line)")
            }
        }
    }

    @Test func `a copy lies where addresses lead, beside that of the build before`() throws {
        let home = try Home(), folder = home.path + "/assets"
        let first = try home.configuration.copyAssets(into: folder)
        #expect(first == folder + "/" + (try Assets(folder: home.path + "/Public").hash))
        #expect(
            try FileManager.default.subpathsOfDirectory(atPath: first).sorted()
                == FileManager.default.subpathsOfDirectory(atPath: home.path + "/Public").sorted())
        let before = try text(first + "/css/shell/tokens.css")
        let source = try text(home.path + "/Public/css/shell/tokens.css")
        #expect(ByteBuffer(string: before) == SourceText.withoutComments(ByteBuffer(string: source)))

        try home.write(".zaunkoenig {}\n", to: "css/shell/tokens.css")
        let second = try home.configuration.copyAssets(into: folder)
        #expect(try text(first + "/css/shell/tokens.css") == before)
        #expect(try text(second + "/css/shell/tokens.css") == ".zaunkoenig {}\n")
        #expect(try home.configuration.copyAssets(into: folder) == second)
        #expect(try Set(FileManager.default.contentsOfDirectory(atPath: folder)).count == 2)
    }

    @Test func `a copy that broke off is made anew`() throws {
        let home = try Home(), folder = home.path + "/assets"
        let place = folder + "/" + (try Assets(folder: home.path + "/Public").hash)
        try FileManager.default.createDirectory(atPath: place + ".new/css", withIntermediateDirectories: true)
        try Data("half".utf8).write(to: URL(filePath: place + ".new/css/nothing.css"))
        #expect(try home.configuration.copyAssets(into: folder) == place)
        #expect(!FileManager.default.fileExists(atPath: place + "/css/nothing.css"))
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder).count == 1)
    }

    @Test func `a link to a folder is no file of the build`() throws {
        let home = try Home(), hash = try Assets(folder: home.path + "/Public").hash
        try FileManager.default.createSymbolicLink(
            atPath: home.path + "/Public/again", withDestinationPath: ".")
        #expect(try Assets(folder: home.path + "/Public").hash == hash)
    }

    @Test func `a link to a file stands for it`() throws {
        let home = try Home(), folder = home.path + "/Public"
        let link = folder + "/css/shell/again.css"
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "tokens.css")
        let assets = try Assets(folder: folder)
        #expect(
            assets["css/shell/again.css"] != nil
                && assets["css/shell/again.css"] == assets["css/shell/tokens.css"])
    }

    @Test func `a listing tells a file that was changed, in its size or later`() throws {
        let home = try Home(), folder = home.path + "/Public", file = folder + "/css/shell/tokens.css"
        var listings = [try FolderListing(folder)]
        try home.write(".zaunkoenig {}\n", to: "css/shell/tokens.css")
        listings.append(try FolderListing(folder))
        try FileManager.default.setAttributes(
            [.modificationDate: Date(timeIntervalSince1970: 1_700_000_000)], ofItemAtPath: file)
        listings.append(try FolderListing(folder))
        #expect(listings[0].files != listings[1].files && listings[1].files != listings[2].files)
        #expect(try FolderListing(folder).files == listings[2].files)
        #expect(Set(listings.map(\.paths)).count == 1)
        #expect(throws: SiteFault.self) { try FolderListing(folder + "/nothing") }
    }
}
