// The tutorial, and who is shown it.

import HTTPTypes
import Ledger
import Testing

@testable import Site

@Suite struct TutorialTests {
    let place: Place

    init() throws { place = try Place() }

    // Who sees it

    @Test func `whoever comes for the first time is led through the tutorial`() async throws {
        try await place.visit(isNewcomer: true) { newcomer async throws in
            for method in [HTTPRequest.Method.get, .head] {
                let reply = try await newcomer.send(method, "/", [:], nil)
                #expect(reply.status == .seeOther)
                #expect(reply.location == "/tutorial")
                #expect(reply.headers[.cacheControl] == "no-store")
                #expect(reply.headers[.vary] == "Cookie")
                #expect(reply.headers[.setCookie] == nil)
                #expect(reply.body.isEmpty)
            }
        }
    }

    @Test func `other pages, and addresses that ask for something, are shown to newcomers too`() async throws
    {
        try await place.visit(isNewcomer: true) { newcomer async throws in
            for path in ["/?deleted=1", "/?x", "/counters/new", "/settings", "/goals", "/tutorial"] {
                let reply = try await newcomer.get(path)
                #expect(reply.status == .ok, "\(path)")
            }
        }
    }

    @Test func `a page kept by the browser does not keep a newcomer from the tutorial`() async throws {
        try await place.visit { visitor async throws in
            let tag = try #require(try await visitor.get("/").headers[.eTag])
            try await place.visit(isNewcomer: true) { newcomer async throws in
                let reply = try await newcomer.get("/", [.ifNoneMatch: tag])
                #expect(reply.status == .seeOther)
            }
        }
    }

    @Test(arguments: [false, true])
    func `who has ended it comes to the counters, for 400 days`(_ isSecure: Bool) async throws {
        try await place.visit(isSecure: isSecure, isNewcomer: true) { newcomer async throws in
            let reply = try await newcomer.post("/tutorial/end")
            #expect(reply.status == .seeOther)
            #expect(reply.location == "/")
            let prefix = isSecure ? "__Host-" : "", suffix = isSecure ? "; Secure" : ""
            #expect(
                reply.headers[.setCookie]
                    == "\(prefix)fivebar-tutorial=done; Path=/; Max-Age=34560000; HttpOnly; SameSite=Lax\(suffix)"
            )
            #expect(try await newcomer.get("/").status == .ok)
        }
    }

    @Test func `who has a session never sees it unasked`() async throws {
        try await place.visit(isNewcomer: true) { newcomer async throws in
            _ = try await newcomer.creates("Kestrels")
            #expect(try await newcomer.get("/").body.contains("Kestrels"))
        }
    }

    @Test func `nobody else's page can end it`() async throws {
        try await place.visit(isNewcomer: true) { newcomer async throws in
            let reply = try await newcomer.post("/tutorial/end", [:], [.fetchSite: "cross-site"])
            #expect(reply.status == .forbidden)
            #expect(try await newcomer.get("/").status == .seeOther)
        }
    }

    @Test func `settings lead to it again`() async throws {
        try await place.visit { visitor async throws in
            #expect(try await visitor.get("/settings").body.contains("href=\"/tutorial\""))
            #expect(try await visitor.get("/tutorial").status == .ok)
        }
    }

    // What it shows

    private static let paths = ["/tutorial"] + (2...6).map { "/tutorial/\($0)" }

    @Test func `six pages follow each other, and say where one is`() async throws {
        try await place.visit(isNewcomer: true) { newcomer async throws in
            for (index, path) in Self.paths.enumerated() {
                let page = try await newcomer.get(path)
                #expect(page.status == .ok)
                #expect(page.headers[.setCookie] == nil)
                #expect(page.body.contains(">\(index + 1) of 6<"))
                #expect(page.body.matches(of: /<h1>/).count == 1)
                let back = index > 0 ? Self.paths[index - 1] : nil
                let next = index < 5 ? Self.paths[index + 1] : nil
                #expect(Self.link("prev", in: page.body) == back)
                #expect(Self.link("next", in: page.body) == next)
                #expect(page.body.matches(of: /action="\/tutorial\/end"/).count == 1)
                #expect(page.body.matches(of: /data-sample/).count == (index == 0 ? 3 : 1))
                #expect(!page.body.contains("data-counter"))
            }
        }
    }

    private static func link(_ way: String, in page: String) -> String? {
        let links = page.matches(of: /rel="(\w+)" href="([^"]+)"/)
        return links.first { $0.1 == way }.map { String($0.2) }
    }

    @Test(arguments: ["0", "7", "-1", "abc", "02", "+2", "2.0", "٢", "9223372036854775808", "2/3"])
    func `a page there is not is not found`(_ number: String) async throws {
        try await place.visit { visitor async throws in
            #expect(try await visitor.get("/tutorial/\(number)").status == .notFound)
        }
    }

    // What can be tried

    @Test(
        arguments: [
            ("8", 8), ("0", 0), ("9999", 9999), ("10000", 9999), ("-5", 0),
            // What is no number, or none that can be read, leaves the count as the page begins.
            ("", 7), ("abc", 7), ("7.5", 7), ("99999999999999999999", 7), ("%3Cb%3E", 7),
        ])
    func `a count is taken from the address, within what a sample shows`(_ text: String, _ count: Int)
        async throws
    {
        try await place.visit { visitor async throws in
            let page = try await visitor.get("/tutorial/2?count=\(text)")
            #expect(page.status == .ok)
            #expect(page.body.contains("data-count=\"\(count)\""))
            #expect(page.body.contains("name=\"count\" value=\"\(min(count + 1, 9999))\""))
            #expect(page.body.contains("name=\"count\" value=\"\(max(count - 1, 0))\""))
        }
    }

    @Test func `a sample is drawn and spoken as a counter is`() async throws {
        try await place.visit { visitor async throws in
            let words = try Words(
                Catalog(path: Place.home + "/Views/Language/Localizable.xcstrings", language: "en"))
            let page = try await visitor.get("/tutorial/2?count=1284").body
            #expect(page.contains(words.drawing(of: 1284, .fractal)))
            #expect(page.contains(words.spoken(1284, .fractal)))
            #expect(page.contains(">1,284<"))
            _ = try await visitor.post("/settings", ["style": "zheng"])
            let drawnAnew = try await visitor.get("/tutorial/2?count=1284").body
            #expect(drawnAnew.contains(words.drawing(of: 1284, .zheng)))
        }
    }

    @Test(arguments: [("yes", true), ("no", false), ("", false), ("maybe", false), ("YES", false)])
    func `a sample is folded as the address says`(_ folded: String, _ isFolded: Bool) async throws {
        try await place.visit { visitor async throws in
            let page = try await visitor.get("/tutorial/3?folded=\(folded)&count=20").body
            #expect(page.contains("card--collapsed") == isFolded)
            #expect(page.contains("aria-expanded=\"\(!isFolded)\" data-fold"))
            #expect(page.contains("name=\"folded\" value=\"\(isFolded ? "no" : "yes")\""))
            // The number outlives the fold.
            #expect(page.contains("type=\"hidden\" name=\"count\" value=\"20\""))
        }
    }

    @Test func `going back to 0 is asked first, by name`() async throws {
        try await place.visit { visitor async throws in
            let untouched = try await visitor.get("/tutorial/5").body
            #expect(untouched.contains("data-menu hidden"))
            #expect(!untouched.contains(" open data-question-sheet"))
            #expect(try await !visitor.get("/tutorial/5?options=yes").body.contains("data-menu hidden"))
            let asked = try await visitor.get("/tutorial/5?count=20&asked=yes").body
            #expect(asked.contains(" open data-question-sheet"))
            #expect(asked.contains("Reset “Cups of tea” to 0?"))
            #expect(asked.contains("href=\"/tutorial/5?count=20#options-1\""))
            #expect(asked.contains("data-count=\"20\""))
        }
    }

    @Test func `looks are tried on the last page alone, and change no cookie`() async throws {
        try await place.visit { visitor async throws in
            let query = "?theme=dark&scheme=harbour&style=western"
            let page = try await visitor.get("/tutorial/6" + query)
            #expect(page.headers[.setCookie] == nil)
            #expect(page.body.contains("<html lang=\"en\">"))
            #expect(page.body.contains("data-stage data-scheme=\"harbour\" data-theme=\"dark\""))
            #expect(page.body.contains("data-style=\"western\""))
            #expect(page.body.matches(of: /aria-pressed="true"/).count == 3)
            for path in ["/tutorial/6", "/tutorial/5" + query, "/tutorial/6?theme=x&scheme=&style=%00"] {
                let standard = try await visitor.get(path).body
                #expect(standard.contains("data-scheme=\"fivebar\" data-theme=\"system\""), "\(path)")
                #expect(standard.contains("data-style=\"fractal\""), "\(path)")
            }
        }
    }

    @Test func `samples on one page keep apart`() async throws {
        try await place.visit { visitor async throws in
            let page = try await visitor.get("/tutorial?count=1&count2=2&folded3=no").body
            let counts = page.matches(of: /data-count="(\d+)"/).map { String($0.1) }
            #expect(counts == ["1", "2", "24"])
            #expect(!page.contains("card--collapsed"))
        }
    }

    @Test func `nothing that is tried is kept, and nobody gets an account`() async throws {
        try await place.visit(isNewcomer: true) { newcomer async throws in
            for path in Self.paths {
                for query in ["?count=99", "?folded=yes", "?options=yes", "?asked=yes", "?theme=dark"] {
                    let page = try await newcomer.get(path + query)
                    #expect(page.headers[.setCookie] == nil)
                }
                #expect(try await newcomer.post(path).status == .methodNotAllowed)
            }
            let settings = try await newcomer.get("/settings").body
            #expect(settings.contains("Create a counter to choose this."))
        }
    }

    @Test func `below a path all of it stays there`() async throws {
        let place = try Place(base: "/count")
        try await place.visit(isNewcomer: true) { newcomer async throws in
            for path in ["/count/", "/count"] {
                #expect(try await newcomer.get(path).location == "/count/tutorial")
            }
            for number in 2...6 {
                let page = try await newcomer.get("/count/tutorial/\(number)?count=3").body
                for match in page.matches(of: /(?:href|action|formaction)="([^"#][^"]*)"/) {
                    #expect(match.1.hasPrefix("/count/"), "\(match.1)")
                }
            }
            let reply = try await newcomer.post("/count/tutorial/end")
            #expect(reply.location == "/count/")
            let cookie = try #require(reply.headers[.setCookie])
            #expect(cookie.hasPrefix("fivebar-tutorial-count=done; Path=/count;"))
            #expect(try await newcomer.get("/count/").status == .ok)
        }
    }
}
