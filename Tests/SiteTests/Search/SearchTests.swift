// The search page: what it finds, for whom, and which input it accepts.

import Foundation
import HTTPTypes
import Ledger
import Testing

@testable import Site

@Suite struct SearchTests {
    let place: Place

    init() throws { place = try Place() }

    private func path(_ typed: String, base: String = "") -> String {
        let form = typed.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
        return "\(base)/search?q=\(form.replacing("%20", with: "+"))"
    }

    /// The titles of the hits, and where each leads.
    private func hits(_ page: String) -> [(address: String, title: String)] {
        let hits = page.matches(
            of:
                /<a class="hit" href="([^"]+)"><span class="hit-card [^>]*>.*?<\/span><span class="hit-title" dir="auto">(.*?)<\/span>/
        )
        return hits.map { hit in
            let title = String(hit.2).replacing("<mark>", with: "").replacing("</mark>", with: "")
            return (String(hit.1), title)
        }
    }

    @Test func `before anything is typed the counters used last are there`() async throws {
        try await place.visit { visitor async throws in
            for isNew in [true, false] {
                if !isNew {
                    let wrens = try await visitor.creates("Wrens")
                    _ = try await visitor.creates("Robins")
                    _ = try await visitor.post("/counters/\(visitor.creates("Gone"))/deletion")
                    place.wait(days: 1)
                    _ = try await visitor.post("/counters/\(wrens)/marks")
                }
                for path in ["/search", "/search?q=", "/search?q=+%20", "/search?x=robins", "/search?q"] {
                    let reply = try await visitor.get(path)
                    #expect(reply.status == .ok, "\(path)")
                    #expect(reply.body.contains("role=\"search\""))
                    let sum = reply.body.firstMatch(of: /data-search-sum>(.*?)<\/p>/)?.1
                    #expect(sum == (isNew ? "" : "Last used"))
                    #expect(hits(reply.body).map(\.title) == (isNew ? [] : ["Wrens", "Robins"]))
                    #expect(reply.body.contains("No counters yet.") == isNew)
                }
            }
        }
    }

    @Test func `who has deleted all counters is offered none, as if there had never been one`() async throws {
        try await place.visit { visitor async throws in
            for title in ["Wrens", "Robins"] {
                _ = try await visitor.post("/counters/\(visitor.creates(title))/deletion")
            }
            let reply = try await visitor.get("/search")
            #expect(reply.status == .ok && hits(reply.body).isEmpty)
            #expect(reply.body.contains("No counters yet."))
        }
    }

    @Test func `a hit shows what matches, its count and its marks, and leads to its card`() async throws {
        try await place.visit { visitor async throws in
            let robins = try await visitor.creates("Robins <at> the window")
            for _ in 0..<7 { _ = try await visitor.post("/counters/\(robins)/marks") }
            let page = try await visitor.get(path("ROB")).body
            #expect(page.contains("<mark>Rob</mark>ins &lt;at&gt; the window</span>"))
            #expect(page.contains("<span class=\"hit-count\" aria-hidden=\"true\">7</span>"))
            #expect(page.contains("<span class=\"hidden\">7: "))
            #expect(page.contains("data-search-sum>1 counter found</p>"))
            #expect(hits(page).map(\.address) == ["/counters/\(robins)/card"])
            _ = try await visitor.post("/counters/\(robins)/marks")
            #expect(try await visitor.get(path("rob")).body.contains("aria-hidden=\"true\">8</span>"))
        }
    }

    @Test func `only the visitor's own counters are found, and none that is deleted or was named so`()
        async throws
    {
        try await place.visit { owner async throws in
            _ = try await owner.creates("Secret robins")
            try await place.visit { other async throws in
                let robins = try await other.creates("My robins"), wrens = try await other.creates("Wrens")
                #expect(try await hits(other.get(path("robins")).body).map(\.title) == ["My robins"])
                _ = try await other.post("/counters/\(wrens)/title", ["title": "Robins again"])
                #expect(try await hits(other.get(path("wrens")).body).isEmpty)
                #expect(try await hits(other.get(path("robins")).body).count == 2)
                _ = try await other.post("/counters/\(robins)/deletion")
                let page = try await other.get(path("robins")).body
                #expect(hits(page).map(\.title) == ["Robins again"])
                _ = try await other.post("/counters/\(robins)/restoration")
                #expect(try await hits(other.get(path("robins")).body).count == 2)
                #expect(!page.contains("Secret"))
            }
            try await place.visit { stranger async throws in
                let page = try await stranger.get(path("robins")).body
                #expect(page.contains("No matching counters."))
            }
        }
    }

    @Test func `fifty are shown, and how many more there are is told`() async throws {
        try await place.visit { visitor async throws in
            for number in 1...53 { _ = try await visitor.creates("Bird \(number)") }
            let page = try await visitor.get(path("bird")).body
            #expect(hits(page).count == 50)
            #expect(hits(page).first?.title == "Bird 1")
            #expect(page.contains("53 counters found"))
            #expect(page.contains("3 more"))
            #expect(try await !visitor.get(path("bird 5")).body.contains(" more."))
        }
    }

    @Test(arguments: ["東京", "ё", "100% wool", "a+b", "a & b", "' OR ''='", "\"; DROP TABLE counter", "#?="])
    func `what was typed comes back as it was typed, and finds itself`(_ typed: String) async throws {
        try await place.visit { visitor async throws in
            _ = try await visitor.creates(typed)
            let page = try await visitor.get(path(typed)).body
            #expect(page.contains("name=\"q\" value=\"\(typed.htmlEscaped)\""))
            #expect(hits(page).map(\.title) == [typed.htmlEscaped])
        }
    }

    @Test(arguments: [201, 2000])
    func `more than a title can have is refused, with what was typed`(_ length: Int) async throws {
        try await place.visit { visitor async throws in
            _ = try await visitor.creates(String(repeating: "x", count: 200))
            let typed = String(repeating: "x", count: length)
            let reply = try await visitor.get(path(typed))
            #expect(reply.status == .unprocessableContent)
            #expect(reply.body.contains("value=\"\(typed)\""))
            #expect(reply.body.contains("aria-invalid=\"true\" aria-describedby=\"q-problem\""))
            #expect(reply.body.contains("That’s too long. Names have up to 200 characters;"))
            #expect(hits(reply.body).isEmpty)
        }
    }

    @Test(arguments: [
        "\"><script>alert(1)</script>", "\"\u{301} autofocus onfocus=alert(1) x=", "\u{600}\" onfocus=a x=\"",
        "</title><script>", "{{typed}}", "\u{1}browserColors\u{2}", "'\u{301}", "<\u{338}script>",
    ])
    func `what an address brings is text and nothing else`(_ typed: String) async throws {
        try await place.visit { visitor async throws in
            _ = try await visitor.creates()
            let page = try await visitor.get(path(typed)).body
            let field = try #require(page.firstMatch(of: /<input class="text-field" type="search"[^>]*>/)?.0)
            #expect(field.hasSuffix("dir=\"auto\" autofocus>"))
            // As a browser reads it: by scalars, up to the next quotation mark.
            let value = try #require(field.firstRange(of: " value=\"").map { field[$0.upperBound...] })
            let rest = value.unicodeScalars.drop { $0 != "\"" }.dropFirst()
            #expect(String(rest).hasPrefix(" autocomplete=\"off\""))
            #expect(!page.contains("<script>alert"))
            #expect(page.components(separatedBy: "<meta name=\"color-scheme\"").count == 2)
        }
    }

    @Test func `a damaged search is a bad request`() async throws {
        try await place.visit { visitor async throws in
            for path in ["/search?q=%", "/search?q=%ff"] {
                #expect(try await visitor.get(path).status == .badRequest)
            }
        }
    }

    @Test func `every page leads to search, and home loads nothing of it`() async throws {
        try await place.visit { visitor async throws in
            _ = try await visitor.creates()
            for path in ["/", "/settings", "/community", "/trash", "/search", "/nowhere"] {
                let page = try await visitor.get(path).body
                #expect(page.contains("<a class=\"icon-button\" href=\"/search\""), "\(path)")
                #expect(page.contains("type=\"application/opensearchdescription+xml\""), "\(path)")
                #expect(page.contains("search.js") == (path == "/search"), "\(path)")
                #expect(page.contains("search.css") == (path == "/search"), "\(path)")
            }
        }
    }

    // OpenSearch

    @Test(arguments: [("", false), ("/count", true)])
    func `a browser is told how to search here`(_ base: String, _ isSecure: Bool) async throws {
        let origin = isSecure ? "https://count.example" : "http://count.example"
        try await Place(base: base).visit(isSecure: isSecure) { visitor in
            let reply = try await visitor.get("\(base)/opensearch.xml")
            #expect(reply.headers[.contentType] == "application/opensearchdescription+xml; charset=utf-8")
            #expect(isWellFormed(reply.body))
            #expect(reply.body.contains("template=\"\(origin)\(base)/search?q={searchTerms}\""))
            #expect(reply.body.contains("template=\"\(origin)\(base)/opensearch.xml\""))
            let icon = try #require(reply.body.firstMatch(of: /<Image[^>]*>(https?:[^<]+)</)?.1)
            #expect(try await visitor.get(String(icon.dropFirst(origin.count))).status == .ok)
        }
    }

    @Test(arguments: [
        "a\"/><Url template=\"javascript:alert(1)", "a<b", "a&b;", "a b", "a\r\nSet-Cookie: x=y", "a/b",
        "a@b",
        "", "é.example", "{searchTerms}",
    ])
    func `what can be no host gets no description`(_ host: String) async throws {
        try await place.visit { visitor async throws in
            let reply = try await visitor.send(.get, "/opensearch.xml", [:], nil, host: host)
            #expect(reply.status == .badRequest)
            #expect(!reply.body.contains("OpenSearchDescription"))
        }
    }

    @Test(arguments: ["192.168.1.7:8080", "[::1]:8080", "localhost", "xn--e1afmkfd.example"])
    func `any host by which somebody comes is taken up`(_ host: String) async throws {
        try await place.visit { visitor async throws in
            let reply = try await visitor.send(.get, "/opensearch.xml", [:], nil, host: host)
            #expect(reply.body.contains("template=\"http://\(host)/search?q="))
        }
    }

    /// Whether each element that begins ends, and nothing is left over.
    private func isWellFormed(_ text: String) -> Bool {
        var open: [Substring] = []
        let elements = text.matches(of: /<(\/?)([A-Za-z]+)(?:\s+[\w:]+="[^"<&]*(?:&amp;[^"<&]*)*")*\s*(\/?)>/)
        for element in elements {
            let name = element.2
            if element.1 == "/" {
                guard open.popLast() == name else { return false }
            } else if element.3 != "/" {
                open.append(name)
            }
        }
        let signs = text.filter { $0 == "<" }.count
        return open.isEmpty && text.hasPrefix("<?xml ") && signs == elements.count + 1
    }
}
