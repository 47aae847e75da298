// A folder from which files are missing, as after an upload that broke off.

import Foundation
import Hummingbird
import Testing

@testable import Ledger
@testable import Site

@Suite struct HalfAFolderTests {
    private static let templates =
        (try? Templates.texts(in: Place.home + "/Views").keys.sorted()) ?? []

    /// A home whose files are links to the real ones, so that each can be taken away.
    private final class Home: Sendable {
        let path = FileManager.default.temporaryDirectory.appending(path: "home-\(UUID().uuidString)").path

        init() throws {
            let files = FileManager.default
            try files.createDirectory(atPath: path, withIntermediateDirectories: true)
            try files.createSymbolicLink(
                atPath: path + "/Public", withDestinationPath: Place.home + "/Public")
            try files.copyItem(atPath: Place.home + "/Views", toPath: path + "/Views")
        }

        deinit { try? FileManager.default.removeItem(atPath: path) }

        func site() throws -> Site {
            let configuration = SiteConfiguration(
                home: path, now: { Moment(milliseconds: 0) },
                randomBytes: { [UInt8](repeating: 7, count: $0) })
            return try Site(configuration, ledger: Ledger(path: path + "/fivebar.sqlite"))
        }
    }

    @Test func `every template of the folder is a page's, or a part of one`() throws {
        var needed = Set(Templates.pages.map { $0.template })
        for text in try Templates.texts(in: Place.home + "/Views").values {
            needed.formUnion(text.matches(of: /\{\{[><]\s*([\w\/]+)\s*\}\}/).map { String($0.1) })
        }
        #expect(needed == Set(Self.templates))
    }

    @Test(arguments: ["is missing", "is empty", "is cut short"], templates)
    func `a template that is not whole is named at the start`(_ state: String, _ template: String) throws {
        let home = try Home(), file = home.path + "/Views/\(template).mustache"
        switch state {
        case "is missing": try FileManager.default.removeItem(atPath: file)
        case "is empty": try Data().write(to: URL(filePath: file))
        default: try Data("<p>{{text:no.such.text}}{{#open}}".utf8).write(to: URL(filePath: file))
        }
        let problem = #expect(throws: SiteFault.self) { try home.site().prepare() }
        #expect(problem?.description.contains(file) == true)
    }

    @Test func `a missing or broken catalog is named at the start`() throws {
        let home = try Home(), file = home.path + "/Views/Language/Localizable.xcstrings"
        try Data("{\"sourceLanguage\":".utf8).write(to: URL(filePath: file))
        #expect(throws: SiteFault.self) { try home.site() }
        try FileManager.default.removeItem(atPath: file)
        let problem = #expect(throws: SiteFault.self) { try home.site() }
        #expect(problem?.description.contains(file) == true)
    }

    @Test(arguments: templates)
    func `a template that goes while Fivebar runs makes no empty page`(_ template: String) async throws {
        let home = try Home(), site = try home.site()
        // Nothing is prepared, as in a CGI program and in a language that nobody has read yet.
        try FileManager.default.removeItem(atPath: home.path + "/Views/\(template).mustache")
        let seen = SiteCookie.tutorial(base: "", isSecure: false).name
        let visitor = Visitor(
            responder: site.responder(), isSecure: false, address: "192.0.2.1", cookies: [seen: "done"])
        for path in ["/", "/goals", "/settings", "/nowhere"] {
            // Twice: what was read for the first answer must not do for the second.
            for _ in 0..<2 { #expect(try await !visitor.get(path).body.isEmpty, "\(path)") }
        }
    }
}
