import HTTPTypes
import Hummingbird
import Testing

@testable import Site

@Suite struct ProblemPagesTests {
    /// Addresses of each kind of error page, and of several errors.
    private static let paths = [
        "/nowhere", "/goals/nowhere", "/watch/nowhere", "/counters/900", "/goals/900", "/recover/wrong",
    ]

    @Test func `an error page that was asked for before is as it is the first time`() async throws {
        let asked = try Place()
        var pages: Set<String> = []
        for language in ["en", "ru", "ja"] {
            for path in Self.paths {
                for theme in ["light", "dark"] {
                    let fields: HTTPFields = [
                        .acceptLanguage: language, .cookie: "fivebar-look=\(theme).pink.zheng",
                    ]
                    let first = try await page(path, fields, at: Place()),
                        again = try await page(path, fields, at: asked)
                    #expect(first == again, "\(path) \(language) \(theme)")
                    pages.insert(again)
                }
            }
        }
        // One that is not there is no other than one of another account.
        #expect(pages.count >= 3 * 2 * 5)
    }

    private func page(_ path: String, _ fields: HTTPFields, at place: Place) async throws -> String {
        var page = ""
        try await place.visit(isNewcomer: true) { page = try await $0.get(path, fields).body }
        #expect(page.contains("<h1"))
        return page
    }

    @Test func `what somebody typed is on their own error page only`() async throws {
        let place = try Place()
        try await place.visit { visitor in
            _ = try await visitor.creates()
            for title in ["Robins", "Wrens"] {
                let page = try await visitor.post("/counters/900/title", ["title": title])
                #expect(page.status == .notFound)
                for other in ["Robins", "Wrens"] { #expect(page.body.contains(other) == (title == other)) }
            }
            #expect(try await !visitor.get("/counters/900").body.contains("Wrens"))
        }
    }
}
