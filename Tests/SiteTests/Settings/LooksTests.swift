// Mark styles, and the appearance of pages.

import HTTPTypes
import Testing

@testable import Site

@Suite struct LooksTests {
    let place: Place

    init() throws { place = try Place() }

    @Test(arguments: ["fractal", "western", "zheng"])
    func `a counter is drawn in the style it was given`(_ style: String) async throws {
        try await place.visit { visitor in
            let robins = try await visitor.creates()
            let reply = try await visitor.post("/counters/\(robins)/style", ["style": style])
            #expect(reply.location?.hasSuffix("#options-\(robins)") == true)
            #expect(try await visitor.get("/").body.contains("data-style=\"\(style)\""))
            let page = try await visitor.get("/counters/\(robins)").body
            #expect(page.contains("value=\"\(style)\" aria-pressed=\"true\""))
        }
    }

    @Test(arguments: ["", "Fractal", "cuneiform", "fractal\0", String(repeating: "x", count: 9000)])
    func `a style there is not is refused`(_ style: String) async throws {
        try await place.visit { visitor in
            let robins = try await visitor.creates()
            let reply = try await visitor.post("/counters/\(robins)/style", ["style": style])
            #expect(reply.status == .unprocessableContent)
            #expect(try await visitor.get("/").body.contains("data-style=\"fractal\""))
        }
    }

    @Test func `nobody gives another's counter a style, or sees its page`() async throws {
        try await place.visit { owner in
            let robins = try await owner.creates()
            try await place.visit { stranger in
                _ = try await stranger.creates("Mine")
                let reply = try await stranger.post("/counters/\(robins)/style", ["style": "western"])
                #expect(reply.status == .notFound)
                #expect(try await stranger.get("/counters/\(robins)").status == .notFound)
            }
            #expect(try await owner.get("/").body.contains("data-style=\"fractal\""))
        }
    }

    @Test func `a look is kept in a cookie and is in the page's first tag`() async throws {
        try await place.visit { visitor in
            let form = ["theme": "dark", "scheme": "harbour", "style": "zheng"]
            #expect(try await visitor.post("/settings", form).location == "/settings")
            for path in ["/", "/settings", "/goals", "/no/such/page"] {
                let page = try await visitor.get(path).body
                #expect(
                    page.contains(
                        "<html lang=\"en\" data-theme=\"dark\" data-scheme=\"harbour\" data-new-style=\"zheng\">"
                    ),
                    "\(path)"
                )
                #expect(page.contains("<meta name=\"color-scheme\" content=\"dark\">"), "\(path)")
            }
            // What is not sent stays as it was.
            _ = try await visitor.post("/settings", ["theme": "light"])
            #expect(try await visitor.get("/").body.contains("data-theme=\"light\" data-scheme=\"harbour\""))
        }
    }

    @Test(arguments: ["theme", "scheme", "style"])
    func `a look there is not is refused`(_ field: String) async throws {
        try await place.visit { visitor in
            let reply = try await visitor.post("/settings", [field: "\"><script>"])
            #expect(reply.status == .unprocessableContent)
        }
    }

    @Test(
        arguments: [
            ("dark.pink.western", ""), ("dark.pink.western.fr", ""), ("dark.pink.western..still", "still"),
            ("dark.pink.western.fr.still-keyless", "still-keyless"),
            ("dark.pink.western..still-keyless-badgeless", "still-keyless-badgeless"),
            ("dark.pink.western.ru.badgeless", "badgeless"),
        ])
    func `a cookie of any age says what it always said`(_ cookie: String, _ off: String) {
        let look = Appearance(cookie: cookie)
        #expect(look.theme == .dark && look.scheme == .pink && look.style == .western)
        #expect(look.switchedOff == off && look.text == cookie)
    }

    @Test(arguments: [
        "dark.pink.western..sideways", "dark.pink.western..", "dark.pink.western..still.x", "...",
    ])
    func `what a cookie does not say is on`(_ cookie: String) {
        let look = Appearance(cookie: cookie)
        #expect(look.buzzes && look.hasKeys && look.hasBadge)
    }

    @Test func `a box that is not ticked switches off, where the form has boxes`() async throws {
        try await place.visit { visitor in
            let tag = "<html lang=\"en\""
            _ = try await visitor.post("/settings", ["theme": "dark"])
            #expect(try await visitor.get("/").body.contains(tag + " data-theme=\"dark\">"))
            _ = try await visitor.post("/settings", ["boxes": "yes", "buzzes": "yes", "badge": "yes"])
            #expect(try await visitor.get("/").body.contains(tag + " data-theme=\"dark\" data-keys=\"off\">"))
            _ = try await visitor.post("/settings", ["boxes": "yes", "buzzes": "yes", "keys": "yes"])
            #expect(
                try await visitor.get("/").body.contains(tag + " data-theme=\"dark\" data-app-badge=\"off\">")
            )
            _ = try await visitor.post(
                "/settings", ["boxes": "yes", "buzzes": "yes", "keys": "yes", "badge": "yes"])
            #expect(try await visitor.get("/").body.contains(tag + " data-theme=\"dark\">"))
            let reply = try await visitor.post("/settings", ["boxes": "yes", "keys": "no"])
            #expect(reply.status == .unprocessableContent)
        }
    }

    @Test func `the page of keys says whether they are on`() async throws {
        try await place.visit { visitor in
            let on = "Single-key shortcuts are on.", off = "Single-key shortcuts are off;"
            let page = try await visitor.get("/keyboard").body
            #expect(page.contains(on) && !page.contains(off) && page.contains("href=\"/settings#keys\""))
            #expect(try await visitor.get("/settings").body.contains("name=\"keys\" value=\"yes\" checked>"))
            _ = try await visitor.post("/settings", ["boxes": "yes"])
            let other = try await visitor.get("/keyboard").body
            #expect(other.contains(off) && !other.contains(on))
            #expect(try await visitor.get("/settings").body.contains("name=\"keys\" value=\"yes\">"))
        }
    }

    @Test func `a page kept by the browser is not taken for one of another look`() async throws {
        try await place.visit { visitor in
            _ = try await visitor.creates()
            let first = try await visitor.get("/")
            let tag = try #require(first.headers[.eTag])
            #expect(try await visitor.get("/", [.ifNoneMatch: tag]).status == .notModified)
            let boxes = ["boxes": "yes", "buzzes": "yes", "keys": "yes", "badge": "yes"]
            for form in [
                ["theme": "dark"], ["theme": "system", "boxes": "yes", "keys": "yes"],
                boxes.merging(["style": "zheng"]) { $1 },
            ] {
                _ = try await visitor.post("/settings", form)
                #expect(try await visitor.get("/", [.ifNoneMatch: tag]).status == .ok, "\(form)")
            }
        }
    }
}
