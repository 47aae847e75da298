// What pages are made from, besides the ledger's data.

import HTTPTypes
import Testing

@testable import Site

@Suite struct SiteContentTests {
    @Test func `a page that leads to events is another one where they are turned off`() async throws {
        let place = try Place()
        try await place.visit { visitor in
            _ = try await visitor.creates("Robins")
            #expect(try await visitor.get("/").body.contains("data-events"))
            let tag = try #require(try await visitor.get("/").headers[.eTag])
            #expect(try await visitor.get("/", [.ifNoneMatch: tag]).status == .notModified)

            var configuration = place.site.configuration
            configuration.streamsEvents = false
            let site = try Site(configuration, ledger: place.ledger)
            let same = Visitor(
                responder: site.responder(), isSecure: false, address: "192.0.2.1", cookies: visitor.cookie)
            let reply = try await same.get("/", [.ifNoneMatch: tag])
            #expect(reply.status == .ok)
            #expect(!reply.body.contains("data-events"))
        }
    }
}
