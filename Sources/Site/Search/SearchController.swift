// Searches counters by title.

import HTTPTypes
import Hummingbird
import Ledger
import NIOCore

struct SearchController: Sendable {
    let ledger: Ledger
    let links: Links
    let titleCache: TitleCache
    let longReads: LongReads

    /// How many hits a page shows.
    static let mostHits = 50
    private static let mostLastUsed = 8

    /// The form and the hits. The same for a page view and for a script that
    /// searches on each keystroke.
    func show(_ request: Request, _ context: PageContext) async throws -> Response {
        let words = context.words
        let query = SearchQuery(request.typed("q"))
        guard !query.isTooLong else {
            let problem = words(.searchTooLong, number: Int64(Counter.longestTitle))
            return try answer(query, SearchResult(), problem: problem, words, context)
        }
        guard !query.isEmpty else { return try answerLastUsed(words, context) }
        let visitor = context.visitor
        let rows = try visitor.map { try titleCache.rowsRead(for: query, of: $0, in: ledger) } ?? 0
        let result = try await longReads.read(rows: rows, of: visitor?.account) {
            let titles = try visitor.map { try titleCache.titles(of: $0, in: ledger) }
            return titles?.search(query, limit: Self.mostHits) ?? SearchResult()
        }
        return try answer(query, result, problem: nil, words, context)
    }

    private func answer(
        _ query: SearchQuery, _ result: SearchResult, problem: String?, _ words: Words, _ context: PageContext
    ) throws -> Response {
        let hits = result.hits.map { hit in
            SearchPage.Hit(
                address: links.card(of: hit.counter), color: hit.color % Counter.colors,
                pieces: hit.pieces.map { SearchPage.Piece(text: $0.text, isMatch: $0.isMatch) },
                hit.count, hit.style, words)
        }
        let hidden = Int64(result.total - hits.count)
        let page = SearchPage(
            typed: query.text,
            problem: problem,
            sum: query.isEmpty ? nil : words.sum(of: result),
            shapes: SearchPage.shapes(of: result.hits.map { ($0.count, $0.style) }),
            hits: hits,
            empty: result.total == 0 && problem == nil
                ? words.nothing(.searchNone, leadingTo: links.newCounter, .counterNew) : nil,
            more: hidden > 0 ? words(.searchMore, number: hidden) : nil
        )
        return try .page(page, in: context.presentation, status: problem == nil ? .ok : .unprocessableContent)
    }

    /// Before anything is typed: the counters that one is most likely to look for.
    private func answerLastUsed(_ words: Words, _ context: PageContext) throws -> Response {
        let counters =
            try context.visitor.map { try ledger.lastCounted(of: $0.account, limit: Self.mostLastUsed) } ?? []
        let hits = counters.map { counter in
            SearchPage.Hit(
                address: links.card(of: counter.id), color: counter.colorClass,
                pieces: [SearchPage.Piece(text: counter.title, isMatch: false)],
                counter.count, counter.style, words)
        }
        // Those of a file were never counted on.
        let hasNone =
            try hits.isEmpty && (context.visitor.map { try ledger.counters(of: $0.account).isEmpty } ?? true)
        let page = SearchPage(
            typed: "", problem: nil, sum: hits.isEmpty ? nil : words[.searchLastUsed],
            shapes: SearchPage.shapes(of: counters.map { ($0.count, $0.style) }), hits: hits,
            empty: hasNone
                ? words.nothing(.countersNone, leadingTo: links.newCounter, .counterNew) : nil,
            more: nil)
        return try .page(page, in: context.presentation)
    }

    /// The description with which a browser can search from its address bar. It
    /// needs absolute addresses, which are those of this request.
    func describe(_ request: Request, _ context: PageContext) async throws -> Response {
        let presentation = context.presentation
        guard
            let origin = links.origin(authority: request.head.authority, isSecure: context.isSecure)
        else { throw HTTPError(.badRequest) }
        let page = OpenSearchPage(
            icon: origin + links.asset("icons/fivebar-32.png"), search: origin + links.search,
            own: origin + links.openSearch
        )
        return Response(
            status: .ok,
            headers: [
                .contentType: "application/opensearchdescription+xml; charset=utf-8",
                .cacheControl: "private, no-cache", .vary: "Cookie, Accept-Language",
            ],
            body: ResponseBody(byteBuffer: ByteBuffer(string: try presentation.templates.render(page)))
        )
    }
}

extension Words {
    fileprivate func sum(of result: SearchResult) -> String {
        result.total == 0 ? self[.searchNone] : self(.searchCount, number: Int64(result.total))
    }
}
