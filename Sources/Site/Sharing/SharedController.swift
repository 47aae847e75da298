// A shared counter, as visitors with its link see it. Needs no account, creates
// none, and reveals nothing else about the counter.

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
    /// The same as HTML, which may break between groups of digits.
    let breakableCount: String
    let label: String
    let marks: String
    let shapes: String

    init(_ counter: Counter, _ words: Words) {
        title = counter.title
        color = counter.colorClass
        isLong = counter.isLong
        style = counter.style.rawValue
        formattedCount = words.number(counter.count)
        breakableCount = words.breakable(counter.count)
        label = words.spoken(counter.count, counter.style)
        marks = words.drawing(of: counter, in: .tall)
        shapes = counter.shapes.markup
    }
}

struct SharedController: Sendable {
    let ledger: Ledger
    /// Part of every `ETag`: a hash of everything pages are made from.
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
        // The page's address contains the secret, so the page's requests must not
        // leak it into a log.
        response.headers[.referrerPolicy] = "strict-origin"
        return response
    }

    /// The `ETag` depends on what the page shows and not on the counter's
    /// revision, which would reveal other activity in its account.
    private func tag(of counter: Counter, _ presentation: Presentation) -> String {
        let content = [
            edition, presentation.words.language, presentation.appearance.text, String(counter.color),
            counter.style.rawValue, String(counter.count), counter.title,
        ]
        let hash = SHA256.hash(data: Data(content.joined(separator: "\n").utf8)).shortText
        return "W/\"\(hash)\""
    }
}
