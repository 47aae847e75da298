// The devices of an account, and deleting an account.

import HTTPTypes
import Ledger
import Testing

@testable import Site

@Suite struct DevicesTests {
    let place: Place

    init() throws { place = try Place() }

    private static let firefox: HTTPFields = [
        .fetchSite: "same-origin", .userAgent: "Mozilla/5.0 (Android 14; Mobile; rv:140.0) Firefox/140.0",
    ]

    /// Opens the visitor's account in another browser by a recovery link.
    private func open(
        _ visitor: Visitor, others: Bool = false, _ body: (Visitor) async throws -> Void
    ) async throws {
        _ = try await visitor.post("/settings/recovery", others ? ["others": "yes"] : [:])
        let settings = try await visitor.get("/settings/devices").body
        let link = try #require(settings.firstMatch(of: /\/recover\/([\w-]{43})/)?.1)
        try await place.visit(isNewcomer: true) { other in
            #expect(
                try await other.post("/recover/\(link)", [:], Self.firefox).status == .seeOther)
            try await body(other)
        }
    }

    private var devices: [Device] { get throws { try place.ledger.devices(of: 1) } }

    @Test func `each is named after its browser, and can be called something else`() async throws {
        try await place.visit { visitor in
            _ = try await visitor.post("/counters", ["title": "Robins"], Self.firefox)
            let device = try #require(try devices.first)
            #expect(device.name == "Firefox, Android phone")
            let page = try await visitor.get("/settings/devices").body
            #expect(page.contains("Firefox, Android phone") && page.contains("This device"))
            let name = "Küche <b>\u{202E} 📱"
            let reply = try await visitor.post("/settings/devices/\(device.id)/name", ["name": name])
            #expect(reply.location == "/settings/devices")
            #expect(try devices.first?.name == name)
            #expect(try await !visitor.get("/settings/devices").body.contains("<b>"))
        }
    }

    @Test func `of two that would have one name the second has a number`() async throws {
        try await place.visit { visitor in
            _ = try await visitor.post("/counters", ["title": "Robins"], Self.firefox)
            let plain = "Firefox, Android phone"
            try await open(visitor) { _ async throws in
                try await open(visitor) { _ async throws in
                    #expect(try Set(devices.map(\.name)) == [plain, plain + " (2)", plain + " (3)"])
                    let second = try #require(try devices.first { $0.name.hasSuffix("(2)") })
                    _ = try await visitor.post("/settings/devices/\(second.id)/removal")
                }
                // Its number is free again.
                try await open(visitor) { _ async throws in
                    #expect(try Set(devices.map(\.name)) == [plain, plain + " (2)", plain + " (3)"])
                }
            }
        }
    }

    @Test func `who is signed out is so at once, with all that they had open`() async throws {
        try await place.visit { visitor in
            _ = try await visitor.creates("Robins")
            try await open(visitor) { other in
                #expect(try await other.get("/").body.contains("Robins"))
                let theirs = try #require(try devices.first { $0.name.hasPrefix("Firefox") })
                let changes = place.site.revisions.changes(of: 1)
                var signals = changes.stream.makeAsyncIterator()
                #expect(
                    try await visitor.post("/settings/devices/\(theirs.id)/removal").location
                        == "/settings/devices")
                _ = await signals.next()
                #expect(try await !other.get("/").body.contains("Robins"))
                #expect(try await other.post("/counters/101/marks").status == .notFound)
                #expect(try await visitor.get("/").body.contains("Robins"))
            }
        }
    }

    @Test func `all others are signed out together, by the list or with a new recovery link`() async throws {
        try await place.visit { visitor in
            _ = try await visitor.creates("Robins")
            try await open(visitor) { other in
                let told = try #require(try await visitor.post("/settings/devices/removal").location)
                #expect(try await visitor.get(told).body.contains("1 device signed out."))
                #expect(try await !other.get("/").body.contains("Robins"))
            }
            try await open(visitor) { other in
                try await open(visitor, others: true) { (third: Visitor) async throws in
                    #expect(try await !other.get("/").body.contains("Robins"))
                    #expect(try await third.get("/").body.contains("Robins"))
                }
            }
            #expect(try await visitor.get("/").body.contains("Robins"))
        }
    }

    @Test func `the last device of an account without a way to sign in is signed out only for good`()
        async throws
    {
        try await place.visit { visitor async throws in
            _ = try await visitor.creates("Robins")
            let device = try #require(try devices.first), removal = "/settings/devices/\(device.id)/removal"
            let page = try await visitor.get("/settings/devices").body
            #expect(page.contains("name=\"forGood\" value=\"yes\" required"))
            for form in [[:], ["forGood": "no"]] {
                #expect(try await visitor.post(removal, form).location == "/settings/devices")
                #expect(try await visitor.get("/").body.contains("Robins"))
            }
            // With another device, or a link, nothing is lost.
            try await open(visitor) { _ async throws in
                #expect(try await !visitor.get("/settings/devices").body.contains("forGood"))
            }
            #expect(try await visitor.post(removal, ["forGood": "yes"]).location == "/")
            #expect(try await !visitor.get("/").body.contains("Robins"))
        }
        try await place.visit { visitor async throws in
            _ = try await visitor.creates("Wrens")
            _ = try await visitor.post("/settings/recovery")
            #expect(try await !visitor.get("/settings/devices").body.contains("forGood"))
            let device = try #require(try place.ledger.devices(of: 2).first)
            #expect(try await visitor.post("/settings/devices/\(device.id)/removal").location == "/")
        }
    }

    @Test func `nobody names or signs out another's device`() async throws {
        try await place.visit { visitor in
            _ = try await visitor.creates("Robins")
            let device = try #require(try devices.first)
            try await place.visit { stranger in
                _ = try await stranger.creates("Wrens")
                for id in [String(device.id), "0", "-1", "x", "9223372036854775808"] {
                    let reply = try await stranger.post("/settings/devices/\(id)/name", ["name": "Mine"])
                    #expect(reply.status == .notFound)
                }
                // As for a device of theirs that is gone already.
                let reply = try await stranger.post("/settings/devices/\(device.id)/removal")
                #expect(reply.location == "/settings/devices")
                for id in ["x", "9223372036854775808"] {
                    #expect(try await stranger.post("/settings/devices/\(id)/removal").status == .notFound)
                }
            }
            #expect(try devices == [device])
        }
    }

    @Test func `an account goes with everything in it, and only at its word`() async throws {
        try await place.visit { visitor in
            let robins = try await visitor.creates("Robins")
            for _ in 0..<3 { _ = try await visitor.post("/counters/\(robins)/marks") }
            _ = try await visitor.post("/goals", ["name": "Read", "length": "90"])
            _ = try await visitor.post("/counters/\(robins)/share", ["shared": "yes"])
            let link = try #require(try place.ledger.share(of: robins, of: 1))
            let page = try await visitor.get("/settings/deletion").body
            #expect(page.contains("/export.json") && page.contains("Backups"))
            let refused = try await visitor.post("/settings/deletion", ["word": "remove"])
            #expect(refused.status == .unprocessableContent && refused.body.contains("value=\"remove\""))
            try await place.visit { stranger in
                _ = try await stranger.creates("Wrens")
                let reply = try await visitor.post("/settings/deletion", ["word": " Delete "])
                #expect(reply.status == .ok && reply.headers[.setCookie]?.contains("Max-Age=0") == true)
                #expect(try await stranger.get("/").body.contains("Wrens"))
            }
            #expect(try await visitor.get("/shared/\(link.text)").status == .notFound)
            #expect(try place.ledger.counters(of: 1).isEmpty && place.ledger.goals(of: 1).isEmpty)
            for table in ["account", "book", "counter", "goal", "device", "operation", "entry", "hour"] {
                let column =
                    ["entry", "hour"].contains(table)
                    ? "counter"
                    : table == "account" || table == "book"
                        ? "id" : table == "device" ? "account" : "book"
                #expect(try place.rows("SELECT COUNT(*) FROM \(table) WHERE \(column) = 1") == 0, "\(table)")
            }
            #expect(try place.ledger.check().isEmpty)
            _ = try await visitor.creates("Anew")
            #expect(try await visitor.get("/").body.contains("Anew"))
        }
    }

    @Test func `all devices of a deleted account are turned away at once`() async throws {
        try await place.visit { visitor async throws in
            let robins = try await visitor.creates("Robins")
            try await open(visitor) { other async throws in
                let changes = place.site.revisions.changes(of: 1)
                var signals = changes.stream.makeAsyncIterator()
                #expect(try await visitor.post("/settings/deletion", ["word": "delete"]).status == .ok)
                _ = await signals.next()
                #expect(try await !other.get("/").body.contains("Robins"))
                #expect(try await other.post("/counters/\(robins)/marks").status == .notFound)
            }
        }
    }

    @Test(arguments: [
        ("/settings/deletion", ["word": "delete"]), ("/settings/devices/removal", [:]),
        ("/settings/devices/2/removal", [:]), ("/settings/devices/2/name", ["name": "Mine"]),
        ("/settings/recovery", ["others": "yes"]),
        ("/settings", ["boxes": "yes", "dayStart": "4", "dayStartSeen": "0"]),
        ("/counters/deletion", ["word": "delete", "newest": "9000"]),
    ])
    func `a page of another account changes nothing in the one that is open now`(
        _ path: String, _ form: [String: String]
    ) async throws {
        try await place.visit { one in
            _ = try await one.creates("Robins")
            try await place.visit { other in
                _ = try await other.creates("Wrens")
                let before = try place.rows("SELECT total_changes()")
                let reply = try await other.post(path, form.merging(["account": "1"]) { $1 })
                #expect(reply.status == .conflict)
                #expect(try place.rows("SELECT total_changes()") == before)
                #expect(try await other.get("/").body.contains("Wrens"))
                #expect(try place.ledger.devices(of: 2).map(\.name) == [""])
                #expect(try place.ledger.calendar(of: 2).dayStart == .midnight)
            }
        }
    }

    @Test func `plain forms that take something away say of which account their page is`() async throws {
        try await place.visit { visitor in
            _ = try await visitor.creates("Robins")
            for page in ["/settings/deletion", "/settings/devices", "/counters/deletion"] {
                let body = try await visitor.get(page).body
                let forms = body.components(separatedBy: "<form method=\"post\"").dropFirst()
                #expect(!forms.isEmpty)
                for form in forms { #expect(form.contains("name=\"account\" value=\"1\"")) }
            }
        }
    }

    @Test func `a device's zone is known once it says so, and follows it on a journey`() async throws {
        try await place.visit { visitor in
            _ = try await visitor.creates("Robins")
            for zone in ["Asia/Tokyo", "Europe/Paris"] {
                visitor.keeps("fivebar-zone", zone)
                _ = try await visitor.get("/")
                #expect(try devices.first?.zone == zone)
                // It is stored once in a while only.
                place.wait(days: 1)
            }
            visitor.keeps("fivebar-zone", "Moon/Crater")
            _ = try await visitor.get("/")
            #expect(try devices.first?.zone == "Europe/Paris")
        }
    }

    @Test func `an account has so many devices, and a further one takes the place of the idlest`()
        async throws
    {
        try await place.visit { visitor in
            _ = try await visitor.creates("Robins")
            let token = TokenHash([UInt8](repeating: 7, count: 32))
            try await place.ledger.setRecovery(token, of: 1, by: nil, at: place.now)
            for number in 1...(Device.mostOfAccount + 5) {
                let hash = TokenHash((0..<32).map { UInt8(truncatingIfNeeded: number / (1 << $0)) })
                let opened = try await place.ledger.open(
                    .recoveryLink(token), as: hash, at: place.now.advanced(byDays: Int64(number)))
                #expect(opened == 1)
            }
            #expect(try devices.count == Device.mostOfAccount)
            #expect(try await !visitor.get("/").body.contains("Robins"))
        }
    }
}
