// Absolute URLs passed on to others: built only in Links, and only with a valid host.

import Foundation
import HTTPTypes
import Ledger
import Testing

@testable import Site

@Suite struct OriginTests {
    @Test(arguments: [
        "count.example", "count.example:8080", "192.168.1.7", "localhost:8080", "[::1]", "[2001:db8::1]:443",
        "my_server", "COUNT.example",
    ])
    func `a host is taken as it is`(_ host: String) {
        #expect(Links.origin(authority: host, isSecure: true) == "https://" + host)
        #expect(Links.origin(authority: host, isSecure: false) == "http://" + host)
    }

    @Test(arguments: [
        "", "evil.example/", "evil.example/path?", "evil.example#", "a@evil.example", "a b", "a\"b", "<b>",
        "a:b",
        "a:80:90", "[::1", "[::1]x", "[]", "::1", ":80", "é.example", "a\\b", "a%20b",
        "[evil.example]",
        String(repeating: "a", count: 300),
    ])
    func `what can be no host is refused, and stands in no link`(_ host: String) async throws {
        #expect(Links.origin(authority: host, isSecure: true) == nil)
        try await Place().visit { visitor in
            _ = try await visitor.creates()
            _ = try await visitor.post("/settings/recovery")
            for path in ["/", "/settings/devices", "/opensearch.xml"] {
                let reply = try await visitor.send(.get, path, [:], nil, host: host)
                #expect(reply.status == .badRequest, "\(path)")
            }
        }
    }

    @Test func `the recovery link leads to where it was asked for`() async throws {
        for isSecure in [true, false] {
            try await Place(base: "/count").visit(isSecure: isSecure) { visitor in
                _ = try await visitor.post("/count/counters", ["title": "Robins"])
                _ = try await visitor.post("/count/settings/recovery")
                let page = try await visitor.send(
                    .get, "/count/settings/devices", [:], nil, host: "tally.example:8443")
                let scheme = isSecure ? "https" : "http"
                #expect(page.body.contains("\(scheme)://tally.example:8443/count/recover/"))
            }
        }
    }

    @Test func `every link leads to a route`() throws {
        let place = try Place(), table = RouteTable(), links = place.site.links
        _ = place.site.router(table: table)
        let operation = try #require(OperationID("01a202de-a436-7a58-9dff-00d50747bc31"))
        let token = try #require(ShareToken(String(repeating: "a", count: 32)))
        let pages: [String] = [
            links.home, links.newCounter, links.new, links.open, links.openLink, links.trash, links.search,
            links.openSearch, links.settings, links.devices, links.zone,
            links.feedbackThanks, links.tutorial, links.tutorial(page: 3), links.events, links.geometry,
            links.shapes, links.flourishes, links.home(at: .tap, of: 7),
            links.home(undo: operation, at: .tap, of: 7), links.home(telling: operation),
            links.home(showing: 7), links.home(deleted: 7), links.card(of: 7), links.place(2),
            links.counter(7), links.fullScreen(of: 7), links.quickCount(of: 7), links.quick("last"),
            links.arrangement(at: 7), links.export(of: 7, as: .csv),
            links.export(of: nil, as: .json, part: 2),
            links.importing(operation), links.history(of: 7, before: 101, at: 60),
            links.history(of: 7, around: 60), links.statistics(of: 7, over: .all),
            links.statistics(of: nil, over: .all), links.share(of: 7), links.shareLink(of: 7),
            links.shared(token), links.reminder(of: 7), links.goals, links.newGoal, links.goal(7),
            links.goalToday(7), links.day(CivilDay(of: place.site.configuration.now(), zoneOffset: 0), of: 7),
            links.goalArrangement(at: 7),
            links.recover("token"), links.asset("css/shell/base.css"),
        ]
        for page in pages {
            let path = String(page.prefix { $0 != "?" && $0 != "#" })
            #expect(table.metadata(at: path)[.get] != nil, "\(page)")
        }
        for form in [links.undo, links.restoration(of: 7), links.device(7) + "/name"] {
            #expect(table.metadata(at: form)[.post] != nil, "\(form)")
        }
    }

    @Test func `addresses are made in Links alone`() throws {
        let folder = Place.home + "/Sources/Site"
        // Where routes are declared, the path of home by which the last screen begins, and the operator's address.
        let tables: Set = [
            "Links.swift", "Links+Origin.swift", "Site+Routes.swift", "LastScreen.swift", "SiteAddress.swift",
        ]
        let paths = try FileManager.default.subpathsOfDirectory(atPath: folder).filter {
            $0.hasSuffix(".swift")
        }
        #expect(paths.count > 50)
        for path in paths where !tables.contains(String(path.split(separator: "/").last ?? "")) {
            let text = try String(contentsOfFile: folder + "/" + path, encoding: .utf8)
            for line in text.split(separator: "\n") where !line.drop(while: \.isWhitespace).hasPrefix("//") {
                #expect(!line.contains(/"https?|https?:\/\//), "\(path): \(line)")
                #expect(!line.contains(/links\.\w+(\(.*\))? \+ "[\/?#]/), "\(path): \(line)")
                #expect(
                    !line.contains(/authority ?\?\?/) || path.hasSuffix("TotalsStep.swift"), "\(path)")
            }
        }
    }
}
