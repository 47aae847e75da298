// A counter as whoever has its link sees it. It asks for no account and makes
// none, and tells of the counter only what it shows.

import Crypto
import Figures
import Foundation
import HTTPTypes
import Hummingbird
import Ledger

struct SharedPage: Page {
    static let template = "Sharing/shared"
    let title: String
    let color: Int
    let isLong: Bool
    let style: String
    let formattedCount: String
    let label: String
    let marks: String
    let shapes: String

    init(_ counter: Counter, _ words: Words) {
        title = counter.title
        color = counter.colorClass
        isLong = counter.isLong
        style = counter.style.rawValue
        formattedCount = words.number(counter.count)
        label = words.spoken(counter.count, counter.style)
        marks = words.drawing(of: counter, in: .tall)
        shapes = counter.shapes.markup
    }
}

struct SharedController: Sendable {
    let ledger: Ledger
    /// Part of every `ETag`: a hash of all that pages are made from.
    let edition: String

    func show(_ request: Request, _ context: PageContext) async throws -> Response {
        let presentation = context.presentation
        guard let token = context.parameters.get("token").flatMap({ ShareToken($0) }),
            let counter = try ledger.counter(sharedBy: token)
        else { throw HTTPError(.notFound) }
        let tag = tag(of: counter, presentation)
        var response =
            try request.hasPage(tagged: tag)
            ? Response.notModified(tag)
            : Response.page(SharedPage(counter, presentation.words), in: presentation)
        response.headers[.eTag] = tag
        response.headers[.robots] = "noindex"
        // The page's address is the secret: what the page asks for must not carry it into a log.
        response.headers[.referrerPolicy] = "strict-origin"
        return response
    }

    /// By what the page shows alone, and not by the counter's revision: that
    /// would tell how much else is done in its account.
    private func tag(of counter: Counter, _ presentation: Presentation) -> String {
        let content = [
            edition, presentation.words.language, presentation.appearance.text, String(counter.color),
            counter.style.rawValue, String(counter.count), counter.title,
        ]
        let hash = SHA256.hash(data: Data(content.joined(separator: "\n").utf8)).shortText
        return "W/\"\(hash)\""
    }
}
