// What the preview of an import says.

import HTTPTypes
import Testing

@testable import Site

extension TransferTests {
    @Test(arguments: ["json", "csv"])
    func `a counter without entries is new, and not new with nothing`(_ format: String) async throws {
        try await place.visit { ada in
            _ = try await ada.creates("Robins")
            let saved = try await ada.get("/export.\(format)").body
            for language in ["en", "es", "fr", "ja", "nl", "ru", "zh-Hans"] {
                try await place.visit(address: "192.0.2.7") { bob in
                    let preview = try #require(try await bob.upload(saved).location)
                    let page = try await bob.get(preview, [.acceptLanguage: language]).body
                    let outcome = try #require(page.firstMatch(of: /<span class="row-detail">([^<]*)</)?.1)
                    #expect(!outcome.isEmpty && !outcome.contains("0"), "\(language): \(outcome)")
                }
            }
            _ = try await ada.post("/counters/101/deletion")
            let preview = try #require(try await ada.upload(saved).location)
            let page = try await ada.get(preview).body
            #expect(page.contains(">Restored from trash<"))
        }
    }
}
