// Every address is made in one place, and there is a route for it.

import Foundation
import HTTPTypes
import Testing

@testable import Ledger
@testable import Site

@Suite struct LinksTests {
    let place: Place
    let table = RouteTable()

    init() throws {
        place = try Place()
        _ = place.site.router(table: table)
    }

    @Test func `every link leads to a route`() throws {
        let links = place.site.links
        let operation = try #require(OperationID("01a202de-a436-7a58-9dff-00d50747bc31"))
        let token = try #require(ShareToken(String(repeating: "a", count: 32)))
        let day = CivilDay(of: place.now, zoneOffset: 0)
        let pages: [String] = [
            links.home, links.newCounter, links.new, links.open, links.openLink, links.trash,
            links.trash(telling: operation), links.undo, links.waiting, links.search, links.openSearch,
            links.settings, links.devices, links.joinCode, links.signIn, links.signIn(telling: .saved),
            links.recoveryCodes, links.join, links.join(code: "KTRBXMQV"), links.zone,
            links.feedbackThanks, links.tutorial, links.tutorial(page: 3),
            links.tutorial(page: 3, at: "tap", query: "count=8"), links.events, links.geometry,
            links.shapes, links.flourishes, links.homeWithoutCookies, links.home(at: .tap, of: 7),
            links.home(undo: operation, at: .tap, of: 7), links.home(telling: operation),
            links.home(showing: 7), links.home(deleted: 7), links.card(of: 7), links.place(2),
            links.counter(7), links.counter(7, at: .tap), links.title(of: 7), links.fullScreen(of: 7),
            links.quickCount(of: 7), links.quick("last"), links.arrangement, links.arrangement(at: 7),
            links.arrangement(undo: operation), links.export(of: 7, as: .csv),
            links.export(of: nil, as: .json, part: 2), links.exportOfGoals(part: 2),
            links.importing(operation), links.history(of: 7, before: 101, at: 60),
            links.history(of: 7, around: 60), links.statistics(of: 7, over: .all),
            links.statistics(of: nil, over: .all), links.share(of: 7), links.share(of: 7, undo: operation),
            links.shareLink(of: 7), links.shared(token), links.reminder(of: 7), links.goals,
            links.goals(telling: operation), links.newGoal, links.goal(7), links.goal(7, year: 2026),
            links.goalToday(7), links.day(day, of: 7), links.dayButton(day, of: 7),
            // It is relative to a goal's page.
            links.goals + "/" + links.days(of: 7) + day.description,
            links.goalArrangement(at: 7), links.watch, links.watch(page: 2, at: 7),
            links.watch(telling: operation), links.watch(of: 7, undo: operation), links.recover("token"),
            links.invitation("token"), links.asset("css/shell/base.css"), links.styles("watch"),
            links.path("/settings"),
        ]
        for page in pages {
            let path = String(page.prefix { $0 != "?" && $0 != "#" })
            #expect(table.metadata(at: path)[.get] != nil, "\(page)")
        }
        for form in [
            links.counters, links.undo, links.title(of: 7), links.restoration(of: 7),
            links.device(7) + "/name", links.passkeyRemoval(7), links.mark(day, of: 7), links.archive(7),
        ] {
            #expect(table.metadata(at: form)[.post] != nil, "\(form)")
        }
    }

    @Test func `no link is left out above`() throws {
        let own = try String(contentsOfFile: #filePath, encoding: .utf8)
        let source = try String(
            contentsOfFile: Place.home + "/Sources/Site/Shell/Links.swift", encoding: .utf8)
        let names = source.matches(of: /\n    (?:var|func) (\w+)/).map { String($0.1) }
        #expect(names.count > 60)
        for name in names { #expect(own.contains(try Regex("links\\.\(name)\\b")), "\(name)") }
    }

    /// An address in a template, with something in each gap.
    private struct Address {
        let path: String
        let attribute: String
        let isPosted: Bool
    }

    private func addresses(in template: String) throws -> [Address] {
        let attributes = /([-\w]+)="([^"]*\{\{link:[^"]*)"/
        return template.matches(of: attributes).flatMap { match in
            let tag = template[..<match.range.lowerBound].split(separator: "<").last ?? ""
            let attribute = String(match.1)
            // One of several, where it depends on the page.
            return match.2.split(separator: /\{\{[#^\/]\w+\}\}/).filter { $0.contains("{{link:") }.map {
                text in
                let path = text.replacing(/\{\{link:([^}]*)\}\}/) { String($0.1) }
                    .replacing(/\{\{\w+\}\}/, with: "1").prefix { $0 != "?" && $0 != "#" }
                return Address(
                    path: String(path), attribute: attribute,
                    isPosted: attribute == "formaction" && !tag.contains(#"formmethod="get""#)
                        || attribute == "action" && tag.contains(#"method="post""#))
            }
        }
    }

    @Test func `every link and form of a template leads to a route`() throws {
        let folder = Place.home + "/Views"
        let paths = try FileManager.default.subpathsOfDirectory(atPath: folder).filter {
            $0.hasSuffix(".mustache")
        }
        var found: Set<String> = []
        for path in paths {
            let template = try String(contentsOfFile: folder + "/" + path, encoding: .utf8)
            for address in try addresses(in: template) {
                let methods = table.metadata(at: address.path)
                // Scripts use the others in their own way.
                let isThere =
                    ["href", "action", "formaction"].contains(address.attribute)
                    ? methods[address.isPosted ? .post : .get] != nil : !methods.isEmpty
                #expect(isThere, "\(path): \(address.attribute) \(address.path)")
                found.insert(address.path)
            }
            // None is written out: under a base path it would lead elsewhere.
            for match in template.matches(of: /(?:href|src|action|formaction)="([^"]*)"/) {
                #expect(match.1.hasPrefix("{{") || match.1.hasPrefix("#"), "\(path): \(match.1)")
            }
        }
        #expect(found.count > 50)
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
