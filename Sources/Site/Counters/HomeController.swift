// The list of counters. An unchanged list is answered with 304, or from the cache.

import Figures
import HTTPTypes
import Hummingbird
import Ledger
import NIOCore

struct HomeController: Sendable {
    let ledger: Ledger
    let links: Links
    let configuration: SiteConfiguration
    let operations: OperationWriter
    /// Part of every `ETag`: a hash of everything pages are made from.
    let edition: String
    let homePageCache: HomePageCache

    func show(_ request: Request, _ context: PageContext) async throws -> Response {
        let presentation = context.presentation
        if isFirstVisit(request, context) { return tutorialFirst() }
        let visitor = context.visitor
        if request.uri.query != nil {
            if let notice = try notice(request, context) {
                return .html(try draw(visitor, presentation, notice: notice))
            }
            if let counter = try shown(request, context) {
                return .html(try draw(visitor, presentation, showing: counter))
            }
        }
        let look = presentation.appearance
        let content = [
            edition, presentation.words.language, look.theme.rawValue, look.scheme.rawValue,
            look.switchedOff,
            String(visitor?.account ?? 0), String(visitor?.revision ?? 0),
        ]
        let tag = "W/\"" + content.joined(separator: "-") + "\""
        if request.hasPage(tagged: tag) { return .notModified(tag) }
        var response = Response.html(try draw(visitor, presentation))
        response.headers[.eTag] = tag
        return response
    }

    /// Whether this is the first visit: no tutorial cookie, no session, and no remains of one.
    private func isFirstVisit(_ request: Request, _ context: PageContext) -> Bool {
        guard context.token == nil, request.uri.query == nil else { return false }
        let cookie = SiteCookie.tutorial(base: links.base, isSecure: context.isSecure)
        return cookie.value(in: request) == nil
    }

    private func tutorialFirst() -> Response {
        var response = Response.seeOther(links.tutorial)
        response.headers[.vary] = "Cookie"
        return response
    }

    /// The undo notice, if the address asks for one and there is something to undo.
    private func notice(_ request: Request, _ context: PageContext) throws -> Notice? {
        if let notice = try operations.notice(request, context, on: .home) { return notice }
        guard let deleted = request.uri.queryParameters.get("deleted", as: Counter.ID.self),
            let visitor = context.visitor,
            let counter = try ledger.trash(of: visitor.account, now: configuration.now())
                .first(where: { $0.id == deleted })
        else { return nil }
        return Notice(
            sentence: context.words(.deleted, counter.title),
            action: links.restoration(of: deleted),
            undo: nil, from: Notice.Origin.home.rawValue, button: context.words[.noticeUndo],
            isRedo: false,
            close: links.home)
    }

    /// The counter whose card the address asks to expand, if it belongs to the visitor.
    private func shown(_ request: Request, _ context: PageContext) throws -> Counter? {
        guard let id = request.uri.queryParameters.get("show", as: Counter.ID.self),
            let visitor = context.visitor
        else { return nil }
        do {
            return try ledger.counter(id, of: visitor.account)
        } catch is Refusal {
            return nil
        }
    }

    private func draw(
        _ visitor: Visitor?, _ presentation: Presentation, notice: Notice? = nil,
        showing shown: Counter? = nil
    ) throws -> ResponseBody {
        let list = try visitor.map { try self.list(of: $0, presentation) } ?? CardList()
        let cards =
            try shown.map { list.texts(replacing: $0.id, with: try draw($0, presentation, isOpen: true)) }
            ?? list.blocks
        let key = HomePageCache.ShellKey(
            language: presentation.words.language, hasAccount: visitor != nil, hasCounters: list.count > 0,
            suggestion: list.count % presentation.words.suggestions.count
        )
        // A notice or an expanded search hit is for a single view, so such a page is not cached.
        let shell =
            try notice == nil && shown == nil
            ? homePageCache.shells.value(for: key) { try drawShell(key, presentation) }
            : drawShell(key, presentation, notice: notice, isShowing: shown != nil)
        let parts = shell.parts { gap in
            switch gap {
            case .revision: [ByteBuffer(string: String(visitor?.revision ?? 0))]
            case .shapes: [homePageCache.shapeTexts(for: list.count > 0 ? list.shapes : .gates)]
            case .cards: cards
            case .appearance: [ByteBuffer(string: presentation.fill(.appearance))]
            case .browserColors: [ByteBuffer(string: presentation.appearance.fill(.browserColors))]
            }
        }
        return ResponseBody(contentLength: parts.reduce(0) { $0 + $1.readableBytes }) { writer in
            try await writer.write(contentsOf: parts)
            try await writer.finish(nil)
        }
    }

    /// The visitor's cards; renders only those that changed since the last request.
    private func list(of visitor: Visitor, _ presentation: Presentation) throws -> CardList {
        let key = HomePageCache.ListKey(account: visitor.account, language: presentation.words.language)
        var list = homePageCache.lists.take(key) ?? CardList()
        guard list.revision < visitor.revision else {
            _ = list.joinAll()
            homePageCache.lists[key] = list
            return list
        }
        // It may read a later change already; the next revision reads it again.
        try list.update(ledger.counters(of: visitor.account, changedSince: list.revision)) {
            try draw($0, presentation)
        }
        list.revision = visitor.revision
        homePageCache.lists[key] = list
        return list
    }

    /// - Parameter isOpen: Whether to expand the card even if the counter is collapsed.
    private func draw(_ counter: Counter, _ presentation: Presentation, isOpen: Bool = false) throws
        -> ByteBuffer
    {
        let key = HomePageCache.ShapeKey(
            language: presentation.words.language, shape: CardPage.Shape(counter, isOpen: isOpen))
        let skeleton = try homePageCache.shapes.value(for: key) {
            Skeleton(try presentation.templates.render(CardPage(key.shape)))
        }
        return skeleton.card(of: counter, presentation.words)
    }

    private func drawShell(
        _ key: HomePageCache.ShellKey, _ presentation: Presentation, notice: Notice? = nil,
        isShowing: Bool = false
    ) throws -> Skeleton<HomePage.Gap> {
        let page = HomePage(
            geometry: links.geometry,
            shapesModule: links.shapes,
            flourishes: links.flourishes,
            events: configuration.streamsEvents && key.hasAccount ? links.events : nil,
            notice: notice,
            hasCounters: key.hasCounters,
            emptyMarks: MarkStyle.fractal.svg(5, in: .tall, format: presentation.words.number),
            suggestion: presentation.words.suggestion(key.suggestion),
            isShowing: isShowing
        )
        return Skeleton(try presentation.templates.render(page))
    }
}

extension Words {
    /// One of the suggested titles for a new counter.
    func suggestion(_ number: Int) -> String { suggestions[number % suggestions.count] }
}
