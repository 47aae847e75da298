// The quick actions of an installed app, for whoever holds its icon: fixed URLs for
// changing counters, and the manifest that lists them.

import Foundation
import HTTPTypes
import Hummingbird
import Ledger
import NIOCore

struct QuickController: Sendable {
    let ledger: Ledger
    let links: Links

    /// Which of the most recently used counters.
    private enum Place: String, CaseIterable { case last, previous }

    /// Redirects to the counter's full-screen page, where a script or a button adds
    /// one, once. The GET itself counts nothing.
    func show(_ request: Request, _ context: PageContext) async throws -> Response {
        guard let place = context.parameters.get("place").flatMap({ Place(rawValue: $0) }) else {
            throw HTTPError(.notFound)
        }
        let counters = try lastCounted(context)
        // Do not fall back to a counter that the shortcut was not named after.
        guard let counter = counters.dropFirst(place == .last ? 0 : 1).first else {
            return .seeOther(links.home)
        }
        return .seeOther(links.quickCount(of: counter.id))
    }

    /// The manifest for installing the app, with the names of the visitor's counters.
    func manifest(_ request: Request, _ context: PageContext) async throws -> Response {
        let words = context.words
        let named = try zip(Place.allCases, lastCounted(context)).map { place, counter in
            Manifest.Shortcut(
                name: words(.quickAdd, counter.title), url: links.quick(place.rawValue))
        }
        let new = Manifest.Shortcut(name: words[.counterNew], url: links.new)
        let encoder = JSONEncoder()
        encoder.keyEncodingStrategy = .convertToSnakeCase
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let text = try encoder.encode(
            Manifest(links, language: words.language, shortcuts: [new] + named))
        return Response(
            status: .ok,
            headers: [
                .contentType: "application/manifest+json", .cacheControl: "private, no-cache",
                .vary: "Cookie, Accept-Language",
            ],
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: text))
        )
    }

    private func lastCounted(_ context: PageContext) throws -> [Counter] {
        try context.visitor.map {
            try ledger.lastCounted(of: $0.account, limit: Place.allCases.count)
        } ?? []
    }
}
