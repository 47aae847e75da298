// The hash of Public/ that a CGI program keeps from one page to the next.

import Foundation
import NIOCore
import Testing

@testable import Ledger
@testable import Site

@Suite struct AssetHashFileTests {
    private let home: AssetsTests.Home
    private let folder: String
    private let file: AssetHashFile
    private let style = "css/shell/tokens.css"

    init() throws {
        home = try AssetsTests.Home()
        folder = home.path + "/Public"
        file = AssetHashFile(path: home.path + "/hash", now: Self.now(after: 3600))
    }

    /// - Parameter seconds: From now on, when the test's files were made.
    private static func now(after seconds: Double) -> Moment {
        Moment(milliseconds: Int64((Date().timeIntervalSince1970 + seconds) * 1000))
    }

    private var assets: Assets { get throws { try Assets(folder: folder, hashFile: file) } }
    /// That of files which are all read.
    private var hash: String { get throws { try Assets(folder: folder).hash } }
    private var kept: String? { get throws { try file.hash(of: FolderListing(folder)) } }
    private var bytes: Data { get throws { try Data(contentsOf: URL(filePath: file.path)) } }

    @Test func `a hash is kept, and taken without a look into the files`() throws {
        #expect(try assets.hash == hash && kept == hash)
        #expect(
            try FileManager.default.attributesOfItem(atPath: file.path)[.posixPermissions] as? Int == 0o600)
        #expect(!FileManager.default.fileExists(atPath: file.path + ".new"))
        // Another one could only come from the file.
        file.keep("0123456789abcdef", of: try FolderListing(folder), in: folder)
        #expect(try assets.hash == "0123456789abcdef")
        let whole = try Assets(folder: folder)
        for path in try FolderListing(folder).paths { #expect(try assets[path] == whole[path], "\(path)") }
        #expect(try assets["../hash"] == nil && assets["css"] == nil)
        #expect(try assets.modulesAndStyles == whole.modulesAndStyles)
    }

    @Test func `a file that was changed changes it, even with its size and time of before`() throws {
        let before = try assets.hash, path = folder + "/" + style
        let time = try #require(
            FileManager.default.attributesOfItem(atPath: path)[.modificationDate] as? Date)
        let text = try String(contentsOfFile: path, encoding: .utf8)
        try home.write(String(text.dropLast(2)) + " \n", to: style)
        try FileManager.default.setAttributes([.modificationDate: time], ofItemAtPath: path)
        #expect(try kept == nil)
        #expect(try assets.hash != before && assets.hash == hash && kept == hash)
        for change in [
            { try self.home.write("", to: "css/shell/new.css") },
            { try FileManager.default.removeItem(atPath: path) },
        ] {
            let before = try assets.hash
            try change()
            #expect(try assets.hash != before && assets.hash == hash)
        }
    }

    @Test func `one that is torn or wrong is as good as none`() throws {
        let hash = try assets.hash, whole = try bytes
        var wrong = (0..<whole.count).map { whole.prefix($0) }
        wrong += (0..<whole.count).map { place in
            var other = whole
            other[place] ^= 1
            return other
        }
        wrong += [whole + whole, Data(count: whole.count), Data(repeating: 0xFF, count: whole.count)]
        for content in wrong {
            try content.write(to: URL(filePath: file.path))
            #expect(try kept == nil, "\(content)")
        }
        #expect(try assets.hash == hash && bytes == whole)
    }

    @Test func `none is kept of files that have just been changed`() throws {
        let listing = try FolderListing(folder), hash = try hash
        AssetHashFile(path: file.path, now: Self.now(after: 5)).keep(hash, of: listing, in: folder)
        #expect(try kept == nil)
        // Nor of those that were while they were read.
        try home.write(".zaunkoenig {}\n", to: style)
        file.keep(hash, of: listing, in: folder)
        #expect(!FileManager.default.fileExists(atPath: file.path))
    }

    @Test func `where none can be kept, all files are read`() throws {
        let nowhere = AssetHashFile(path: home.path + "/nothing/hash", now: file.now)
        #expect(try Assets(folder: folder, hashFile: nowhere).hash == hash)
        let place = AssetHashFile(path: folder, now: file.now)
        #expect(try Assets(folder: folder, hashFile: place).hash == hash)
    }

    @Test func `what a killed process has left is in nobody's way`() throws {
        try Data("half".utf8).write(to: URL(filePath: file.path + ".new"))
        #expect(try assets.hash == hash)
        #expect(try assets.hash == hash && kept == hash)
    }

    @Test func `a file of another build is not handed out under a hash that was kept`() async throws {
        #expect(try assets.hash == hash)
        var configuration = home.configuration
        configuration.assetHashFile = file.path
        let site = try Site(configuration, ledger: Ledger(path: home.path + "/fivebar.sqlite"))
        let visitor = Visitor(responder: site.responder(), isSecure: false, address: "192.0.2.1")
        let address = site.links.asset(style)
        #expect(try await visitor.get(address).status == .ok)
        try home.write(".zaunkoenig {}\n", to: style)
        let reply = try await visitor.get(address)
        #expect(reply.status == .notFound && !reply.body.contains("zaunkoenig"))
    }
}
