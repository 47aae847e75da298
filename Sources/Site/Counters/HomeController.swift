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
    let longReads: LongReads

    func show(_ request: Request, _ context: PageContext) async throws -> Response {
        let presentation = context.presentation
        if isFirstVisit(request, context) { return tutorialFirst() }
        let visitor = context.visitor
        if request.uri.query != nil {
            if let notice = try notice(request, context) {
                return try await page(context, in: homePageCache.plain, notice: notice)
            }
            if let counter = try shown(request, context) {
                return try await page(context, in: homePageCache.plain, showing: counter)
            }
            if visitor != nil, let since = request.uri.queryParameters.get("since", as: Int64.self) {
                return try await page(context, in: homePageCache.plain, changedSince: since)
            }
        }
        let content = [
            edition, presentation.words.language, presentation.appearance.text,
            context.isUnrecognized(configuration) ? "unrecognized" : String(visitor?.account ?? 0),
            String(visitor?.revision ?? 0),
        ]
        let tag = "W/\"" + content.joined(separator: "-") + "\""
        if request.hasPage(tagged: tag) { return .notModified(tag) }
        var response =
            try await request.acceptsGzip
            ? page(context, in: homePageCache.compressed)
            : page(context, in: homePageCache.plain)
        response.headers[.eTag] = tag
        return response
    }

    /// Whether this is the first visit: no tutorial cookie, no session, and no remains of one.
    private func isFirstVisit(_ request: Request, _ context: PageContext) -> Bool {
        // Whom the web server signs in has a session at once.
        let isNew =
            context.token == nil || configuration.signsInByWebServer && context.visitor?.revision == 0
        guard isNew, request.uri.query == nil else { return false }
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
        guard let deleted = request.uri.queryParameters.get("deleted").flatMap({ Name($0) }),
            let visitor = context.visitor,
            let counter = try ledger.counterInTrash(deleted, of: visitor.account, now: configuration.now())
        else { return nil }
        return Notice(
            sentence: context.words(.deleted, counter.title),
            action: links.restoration(of: counter.id),
            undo: nil, from: Notice.Origin.home.rawValue, button: context.words[.noticeUndo],
            isRedo: false,
            close: links.home)
    }

    /// The counter whose card the address asks to expand, if it belongs to the visitor.
    private func shown(_ request: Request, _ context: PageContext) throws -> Counter? {
        guard let name = request.uri.queryParameters.get("show").flatMap({ Name($0) }),
            let visitor = context.visitor
        else { return nil }
        do {
            return try ledger.counter(name, of: visitor.account)
        } catch is Refusal {
            return nil
        }
    }

    private func page<Text: PageText>(
        _ context: PageContext, in cache: HomePageCache.Form<Text>, notice: Notice? = nil,
        showing shown: Counter? = nil, changedSince since: Int64? = nil
    ) async throws -> Response {
        let visitor = context.visitor, presentation = context.presentation
        var (list, cards) = (CardList(), [Text]())
        if let visitor {
            let rows = try rowsRead(for: visitor, presentation)
            (list, cards) = try await longReads.read(rows: rows, of: visitor.account) {
                try self.list(of: visitor, presentation, in: cache)
            }
        }
        if let shown {
            let open = try draw(shown, presentation, isOpen: true)
            cards = list.texts(replacing: shown.id, with: open).map { Text($0, after: nil) }
        }
        // A revision of the future is none of this account's, so everything may differ.
        if let since {
            cards = list.texts(changedSince: since > visitor?.revision ?? 0 ? 0 : since).map {
                Text($0, after: nil)
            }
        }
        let key = HomePageCache.ShellKey(
            language: presentation.words.language, hasAccount: visitor != nil, hasCounters: list.count > 0,
            suggestion: list.count % presentation.words.suggestions.count, isPartial: since != nil,
            isUnrecognized: context.isUnrecognized(configuration)
        )
        // A notice or an expanded search hit is for a single view, so such a page is not cached.
        let shell =
            try notice == nil && shown == nil
            ? cache.shells.value(for: key) { PageFrame(try drawShell(key, presentation)) }
            : PageFrame(drawShell(key, presentation, notice: notice, isShowing: shown != nil))
        let pieces = shell.pieces { gap in
            switch gap {
            case .revision: [Text(String(visitor?.revision ?? 0))]
            case .shapes: [cache.shapeTexts(for: list.count > 0 ? list.shapes : .gates)]
            case .cards: cards
            case .order: [Text(list.counters.map(String.init).joined(separator: " "))]
            case .appearance: [Text(presentation.fill(.appearance))]
            case .browserColors: [cache.browserColors(of: presentation.appearance)]
            }
        }
        return Text.page(pieces)
    }

    /// Estimates, in rows, the work of drawing the cards that changed since the last request.
    private func rowsRead(for visitor: Visitor, _ presentation: Presentation) throws -> Int {
        let key = HomePageCache.ListKey(account: visitor.account, language: presentation.words.language)
        let known = homePageCache.lists[key]?.revision ?? 0
        guard known < visitor.revision else { return 0 }
        // Most people have so few that it does not matter how many of them changed.
        guard visitor.lastCounter > LongReads.manyRows / Ledger.rowsForCounter else { return 0 }
        return try ledger.rowsRead(forCountersOf: visitor.account, changedSince: known)
    }

    /// The visitor's list and its cards; renders only those that changed since the last request.
    private func list<Text>(
        of visitor: Visitor, _ presentation: Presentation, in cache: HomePageCache.Form<Text>
    ) throws -> (CardList, [Text]) {
        let key = HomePageCache.ListKey(account: visitor.account, language: presentation.words.language)
        // Not taken out: another request of the account would have to draw all cards meanwhile.
        var list = homePageCache.lists[key] ?? CardList()
        if list.revision < visitor.revision {
            // It may read a later change already; the next revision reads it again.
            try list.update(ledger.counters(of: visitor.account, changedSince: list.revision)) {
                try draw($0, presentation)
            }
            list.revision = visitor.revision
        }
        let cards = cache.blocks(&list)
        homePageCache.lists[key] = list
        return (list, cards)
    }

    /// - Parameter isOpen: Whether to expand the card even if the counter is collapsed.
    private func draw(_ counter: Counter, _ presentation: Presentation, isOpen: Bool = false) throws
        -> ByteBuffer
    {
        let shape = CardPage.Shape(counter, isOpen: isOpen)
        return try skeleton(shape, presentation).card(of: counter, presentation.words)
    }

    private func skeleton(
        _ shape: CardPage.Shape, _ presentation: Presentation
    ) throws -> Skeleton<CardPage.Gap> {
        let key = HomePageCache.ShapeKey(language: presentation.words.language, shape: shape)
        return try homePageCache.shapes.value(for: key) {
            Skeleton(try presentation.templates.render(CardPage(shape)))
        }
    }

    private func drawShell(
        _ key: HomePageCache.ShellKey, _ presentation: Presentation, notice: Notice? = nil,
        isShowing: Bool = false
    ) throws -> Skeleton<HomePage.Gap> {
        let page = try HomePage(
            geometry: links.geometry,
            shapesModule: links.shapes,
            flourishes: links.flourishes,
            events: configuration.streamsEvents && key.hasAccount ? links.events : nil,
            notice: notice,
            hasCounters: key.hasCounters,
            isUnrecognized: key.isUnrecognized,
            signsIn: !configuration.signsInByWebServer,
            emptyMarks: MarkStyle.fractal.svg(5, in: .tall, format: presentation.words.number),
            suggestion: presentation.words.suggestion(key.suggestion),
            titleTooLong: presentation.words.sentence(for: .titleIsTooLong),
            isShowing: isShowing,
            isPartial: key.isPartial,
            blankCard: key.hasCounters
                ? nil : skeleton(.plain, presentation).blankCard(presentation.words)
        )
        return Skeleton(try presentation.templates.render(page))
    }
}

extension Words {
    /// One of the suggested titles for a new counter.
    func suggestion(_ number: Int) -> String { suggestions[number % suggestions.count] }
}
