// Which time zone applies: the device's, the one chosen in settings, the operator's.

import Foundation
import HTTPTypes
import Ledger
import Testing

@testable import Site

@Suite struct ZoneTests {
    let place: Place

    init() throws { place = try Place() }

    @Test(
        arguments: [
            ("Asia/Tokyo", "Europe/Berlin", "America/Lima", "Asia/Tokyo", .device),
            ("UTC", "Europe/Berlin", "America/Lima", "UTC", .device),
            (nil, "Europe/Berlin", "America/Lima", "Europe/Berlin", .settings),
            ("", "Europe/Berlin", nil, "Europe/Berlin", .settings),
            ("Mars/Olympus", "Europe/Berlin", nil, "Europe/Berlin", .settings),
            (nil, "", "America/Lima", "America/Lima", .site),
            ("<b>", "../etc", "America/Lima", "America/Lima", .site),
            (nil, nil, nil, "UTC", .nobody), ("x", "y/z", "?", "UTC", .nobody),
        ] as [(String?, String?, String?, String, ClientZone.Source)])
    func `the zone is the first that is known`(
        _ device: String?, _ chosen: String?, _ standard: String?, _ name: String,
        _ source: ClientZone.Source
    ) {
        let zone = ClientZone(cookie: device, chosen: chosen, standard: standard)
        #expect(zone.name == name)
        #expect(zone.source == source)
        #expect(zone.isFromDevice == (source == .device))
    }

    private func choose(_ visitor: Visitor, _ zone: String) async throws -> Reply {
        let reply = try await visitor.post("/settings/zone", ["zone": zone])
        #expect(reply.status == .seeOther && reply.location == "/settings#zone")
        return reply
    }

    @Test func `what is chosen counts until the device tells its own`() async throws {
        try await place.visit { visitor async throws in
            let statistics = { try await visitor.get("/statistics").body }
            #expect(try await statistics().contains("Time zone: UTC<"))
            #expect(
                try await visitor.get("/settings").body.contains(
                    "data-zone=\"UTC\">UTC (default until you choose one)</span>"))
            _ = try await choose(visitor, "America/New_York")
            #expect(try await statistics().contains("Time zone: America/New York<"))
            #expect(
                try await visitor.get("/settings").body.contains(">America/New York (your choice)<"))
            let page = try await visitor.get("/settings/zone").body
            #expect(
                page.contains("<option value=\"America/New_York\" selected>New York</option>"))
            #expect(page.components(separatedBy: " selected>").count == 2)
            visitor.keeps("fivebar-zone", "Asia/Tokyo")
            #expect(try await statistics().contains("Time zone: Asia/Tokyo<"))
            #expect(
                try await visitor.get("/settings/zone").body.contains(">Asia/Tokyo (from this device)<"))
            visitor.keeps("fivebar-zone", "")
            _ = try await choose(visitor, "")
            #expect(try await statistics().contains("Time zone: UTC<"))
        }
    }

    @Test func `today is the day in the zone that was chosen`() async throws {
        try await place.visit { visitor async throws in
            // It is 08:00 UTC; the tap was at 23:30 the evening before, or at 13:30 this day in Kiritimati.
            let robins = try await visitor.creates()
            let form = ["at": "1795217400000"]
            _ = try await visitor.post("/counters/\(robins)/marks", form)
            #expect(try await visitor.get("/counters/\(robins)/history").body.contains(">Yesterday</h2>"))
            _ = try await choose(visitor, "Pacific/Kiritimati")
            _ = try await visitor.post("/counters/\(robins)/marks", form)
            #expect(try await visitor.get("/counters/\(robins)/history").body.contains(">Today</h2>"))
        }
    }

    @Test func `the operator's zone is that of whoever nothing is known of`() async throws {
        let berlin = try Place(zone: "Europe/Berlin"), lima = try Place(base: "/count", zone: "America/Lima")
        try await berlin.visit { visitor async throws in
            #expect(try await visitor.get("/statistics").body.contains("Time zone: Europe/Berlin<"))
            #expect(
                try await visitor.get("/settings").body.contains(
                    ">Europe/Berlin (default until you choose one)<"))
            try await lima.visit { other async throws in
                #expect(
                    try await other.get("/count/statistics").body.contains("Time zone: America/Lima<"))
            }
            _ = try await choose(visitor, "Asia/Tokyo")
            #expect(try await visitor.get("/statistics").body.contains("Time zone: Asia/Tokyo<"))
        }
        #expect(SiteConfiguration.isZone("Europe/Berlin") && !SiteConfiguration.isZone("Mars/Olympus"))
        #expect(!SiteConfiguration.isZone("") && !SiteConfiguration.isZone("Europe/Berlin;"))
    }

    @Test(arguments: ["Mars/Olympus", "<b>", "../../etc/passwd", "Asia/Tokyo\r\nX: y", " ", "Asia/Tokyo;"])
    func `what is no zone is refused, and what was chosen stays`(_ name: String) async throws {
        try await place.visit { visitor async throws in
            _ = try await choose(visitor, "Asia/Tokyo")
            #expect(
                try await visitor.post("/settings/zone", ["zone": name]).status == .unprocessableContent)
            #expect(try await visitor.post("/settings/zone").status == .unprocessableContent)
            #expect(try await visitor.get("/statistics").body.contains("Time zone: Asia/Tokyo<"))
        }
    }

    @Test func `the choice is a cookie of the site's own, kept as long as others`() async throws {
        let place = try Place(base: "/count")
        try await place.visit(isSecure: true) { visitor async throws in
            let reply = try await visitor.post("/count/settings/zone", ["zone": "Asia/Tokyo"])
            let field =
                "__Host-fivebar-zone-choice-count=Asia/Tokyo; Path=/; Max-Age=34560000; HttpOnly; "
                + "SameSite=Lax; Secure"
            #expect(reply.headers[values: .setCookie] == [field])
            _ = try await visitor.post("/count/counters", ["title": "Robins"])
            #expect(try await !visitor.get("/count/").headers[values: .setCookie].contains(field))
            place.wait(days: 2)
            #expect(try await visitor.get("/count/").headers[values: .setCookie].contains(field))
            let none = try await visitor.post("/count/settings/zone", ["zone": ""])
            #expect(none.headers[.setCookie]?.contains("choice-count=; Path=/; Max-Age=0;") == true)
        }
    }

    @Test func `a choice from before HTTPS can be taken back`() async throws {
        let place = try Place(base: "/team/a")
        try await place.visit(isSecure: true) { visitor async throws in
            visitor.keeps("fivebar-zone-choice-team!a", "Asia/Tokyo")
            visitor.keeps("__Host-fivebar-zone-choice-team-a", "Asia/Tokyo")
            let path = "/team/a/settings/zone"
            #expect(try await visitor.get(path).body.contains(">Asia/Tokyo (your choice)<"))
            let fields = try await visitor.post(path, ["zone": ""]).headers[values: .setCookie]
            #expect(
                fields == [
                    "__Host-fivebar-zone-choice-team!a=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax; Secure",
                    "fivebar-zone-choice-team!a=; Path=/team/a; Max-Age=0; HttpOnly; SameSite=Lax",
                    "__Host-fivebar-zone-choice-team-a=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax; Secure",
                ])
        }
    }

    @Test func `every zone can be chosen, each once and with those of its region`() throws {
        #expect(ZonePage.names.count > 350 && Set(ZonePage.names).count == ZonePage.names.count)
        for name in ["UTC", "Europe/Berlin", "Asia/Kolkata", "Australia/Lord_Howe", "Africa/Casablanca"] {
            #expect(ZonePage.names.contains(name), "\(name)")
        }
        for name in ZonePage.names { #expect(SiteConfiguration.isZone(name), "\(name)") }
        let words = try Words(
            Catalog(path: Place.home + "/Views/Language/Localizable.xcstrings", language: "en"))
        let page = ZonePage(ClientZone(cookie: nil), chosen: "Asia/Calcutta", words)
        #expect(Set(page.regions.map(\.name)).count == page.regions.count)
        let chosen = page.regions.flatMap(\.zones).filter(\.isChosen)
        #expect(chosen.map(\.value) == ["Asia/Calcutta"])
        #expect(page.regions.flatMap(\.zones).count == ZonePage.names.count + 1)
    }

    @Test func `the list is on a page of its own, and settings stay small`() async throws {
        try await place.visit { visitor async throws in
            let settings = try await visitor.get("/settings").body
            #expect(settings.contains("href=\"/settings/zone\"") && !settings.contains("<optgroup"))
            let page = try await visitor.get("/settings/zone").body
            #expect(page.contains("<optgroup label=\"Europe\">") && page.utf8.count < 60_000)
        }
    }
}
