// The quick actions of an installed app: fixed addresses behind which the
// counters change, and the manifest that names them (product.md, 3D Touch).

import Foundation
import HTTPTypes
import Hummingbird
import Ledger
import NIOCore

struct QuickController: Sendable {
    let ledger: Ledger
    let links: Links

    /// Which of the counters that were counted on last.
    private enum Place: String, CaseIterable { case last, previous }

    /// Leads to the counter on the whole screen, where a script adds one, once,
    /// or a button does. A GET itself counts nothing.
    func show(_ request: Request, _ context: PageContext) async throws -> Response {
        guard let place = context.parameters.get("place").flatMap({ Place(rawValue: $0) }) else {
            throw HTTPError(.notFound)
        }
        let counters = try lastCounted(context)
        // None but the counter that the shortcut was named after will do.
        guard let counter = counters.dropFirst(place == .last ? 0 : 1).first else {
            return .seeOther(links.home)
        }
        return .seeOther(links.quickCount(of: counter.id))
    }

    /// What a browser installs: with the names of the visitor's counters.
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
