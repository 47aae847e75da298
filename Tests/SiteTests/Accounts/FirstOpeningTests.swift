// When, and with which Fivebar version, an account was first opened.

import Foundation
import HTTPTypes
import Ledger
import Testing

@testable import Site

@Suite struct FirstOpeningTests {
    let place: Place

    init() throws { place = try Place() }

    @Test func `the page of devices tells since when and with what somebody counts`() async throws {
        try await place.visit { visitor in
            #expect(try await !visitor.get("/settings/devices").body.contains("Counting since"))
            _ = try await visitor.creates()
            place.wait(days: 40)
            let page = try await visitor.get("/settings/devices").body
            #expect(
                page.contains(
                    "Counting since 21 November 2026, first opened with Fivebar \(SiteConfiguration.version)."
                ))
        }
    }
}
