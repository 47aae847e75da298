// Creates, renames, collapses and resets counters.

import HTTPTypes
import Hummingbird
import Ledger

/// The form for a new counter.
struct NewCounterPage: Page {
    static let template = "Counters/new"
    /// The form's operation id, so that resubmitting it creates only one counter.
    let operation: String
    let suggestion: String
    let typed: String
    let problem: String?
    /// The maximum length of a title, in characters, and the message for a longer one.
    let longestTitle = Counter.longestTitle
    let titleTooLong: String
}

/// The form for a counter's title.
struct TitlePage: Page {
    static let template = "Counters/title"
    let id: Counter.ID
    /// The counter's title.
    let seen: String?
    let typed: String
    let problem: String?
    /// Whether its reader came from the counter's page, and goes back there.
    let isFromCounter: Bool
    /// As in ``NewCounterPage``.
    let longestTitle = Counter.longestTitle
    let titleTooLong: String
}

/// The confirmation page before a counter is reset.
struct ResetPage: Page {
    static let template = "Counters/reset"
    let id: Counter.ID
    let question: String
    let operation: String
    let seen: Int64
    let since: Int64
    /// As in ``TitlePage``.
    let isFromCounter: Bool
}

struct CountersController: Sendable {
    let ledger: Ledger
    let links: Links
    let configuration: SiteConfiguration
    let operations: OperationWriter

    func new(_ request: Request, _ context: PageContext) async throws -> Response {
        try newPage(context, from: .home)
    }

    func newOnWatch(_ request: Request, _ context: PageContext) async throws -> Response {
        try newPage(context, from: .watch)
    }

    private func newPage(_ context: PageContext, from origin: Notice.Origin) throws -> Response {
        let suggestion = context.words.suggestion(Int(configuration.randomBytes(1)[0]))
        return try newPage(
            context.presentation, suggestion: suggestion, typed: "", refusal: nil, from: origin)
    }

    func create(_ request: Request, _ context: PageContext) async throws -> Response {
        let form = try await request.form(Stamped<TitleForm>.self, upTo: configuration.largestForm)
        let typed = form.title ?? "", suggestion = form.suggestion ?? ""
        let title = typed.allSatisfy(\.isWhitespace) && !suggestion.isEmpty ? suggestion : typed
        let change = Change.createCounter(
            title: title, style: context.presentation.appearance.style)
        do {
            _ = try Counter.naming(from: title, preferred: .fractal)
            let made = try await TypedText.keeping(typed) {
                try await operations.create(change, form.stamp, request, context)
            }
            let answer = try operations.answer(
                made.receipt, offering: made.operation, on: .home, request, context)
            if let answer { return made.opening(.json(answer)) }
            let id = made.receipt.counter ?? 0
            return made.seeOther(
                form.from == .watch
                    ? links.watch(of: id) : links.home(undo: made.operation, at: .tap, of: id))
        } catch let refusal as Refusal where refusal == .titleIsEmpty || refusal == .titleIsTooLong {
            // A script says it at the field that it is in.
            if request.wantsJSON {
                let answer = ProblemAnswer(
                    problem: context.words.sentence(for: refusal), reason: refusal.rawValue)
                return try .json(answer, status: .unprocessableContent)
            }
            return try newPage(
                context.presentation(answering: form.stamp, in: ledger), suggestion: suggestion, typed: typed,
                refusal: refusal, from: form.from)
        }
    }

    private func newPage(
        _ presentation: Presentation, suggestion: String, typed: String, refusal: Refusal?,
        from origin: Notice.Origin?
    ) throws -> Response {
        let words = presentation.words, operation = operations.newOperationID()
        let problem = refusal.flatMap { words.sentence(for: $0) }
        let status: HTTPResponse.Status = refusal == nil ? .ok : .unprocessableContent
        if origin == .watch {
            let page = WatchNamePage(
                new: operation, suggestion: suggestion, typed: typed, problem: problem, words, links)
            return try .page(page, in: presentation, status: status, isSecret: true)
        }
        let page = NewCounterPage(
            operation: operation.text, suggestion: suggestion, typed: typed, problem: problem,
            titleTooLong: words.sentence(for: .titleIsTooLong))
        return try .page(page, in: presentation, status: status, isSecret: true)
    }

    func editTitle(_ request: Request, _ context: VisitorContext) async throws -> Response {
        let counter = try ledger.counter(context.counterName(), of: context.account)
        return try titlePage(
            of: counter.id, seen: counter.title, typed: counter.title, problem: nil,
            from: isFromCounter(request) ? .counter : .home, context.presentation)
    }

    func editTitleOnWatch(_ request: Request, _ context: VisitorContext) async throws -> Response {
        let counter = try ledger.counter(context.counterName(), of: context.account)
        return try titlePage(
            of: counter.id, seen: counter.title, typed: counter.title, problem: nil, from: .watch,
            context.presentation)
    }

    private func titlePage(
        of id: Counter.ID, seen: String?, typed: String, problem: String?, from origin: Notice.Origin?,
        _ presentation: Presentation
    ) throws -> Response {
        let status: HTTPResponse.Status = problem == nil ? .ok : .unprocessableContent
        // Whoever comes back to it, even by the browser's history, has to see what is stored now.
        if origin == .watch {
            let page = WatchNamePage(
                of: id, seen: seen, typed: typed, problem: problem, presentation.words, links)
            return try .page(page, in: presentation, status: status, isSecret: true, isKept: true)
        }
        let page = TitlePage(
            id: id, seen: seen, typed: typed, problem: problem, isFromCounter: origin == .counter,
            titleTooLong: presentation.words.sentence(for: .titleIsTooLong))
        return try .page(page, in: presentation, status: status, isSecret: true, isKept: true)
    }

    func saveTitle(_ request: Request, _ context: PageContext) async throws -> Response {
        let name = try context.counterName()
        let form = try await request.form(Stamped<TitleForm>.self, upTo: configuration.largestForm)
        let typed = form.title ?? ""
        do {
            _ = try Counter.title(from: typed)
        } catch let refusal {
            // A script has no use for the page, and submits the form to see it.
            if request.wantsJSON { throw refusal }
            let id = try await TypedText.keeping(typed) {
                let visitor = try context.knownVisitor(in: ledger, for: form.stamp.account)
                return try ledger.counter(name, of: visitor.account).id
            }
            return try titlePage(
                of: id, seen: form.seen, typed: typed, problem: context.words.sentence(for: refusal),
                from: form.from, context.presentation(answering: form.stamp, in: ledger))
        }
        if typed == form.seen {
            let counter = try ledger.counter(
                name, of: context.knownVisitor(in: ledger, for: form.stamp.account).account)
            if request.wantsJSON { return .json(CounterAnswer(counter, context.words)) }
            let id = counter.id
            switch form.from {
            case .counter: return .seeOther(links.counter(id))
            case .watch: return .seeOther(links.watch(of: id))
            default: return .seeOther(links.home(at: .title, of: id))
            }
        }
        return try await TypedText.keeping(typed) {
            let operation = try operations.operation(.rename(name, title: typed), form.stamp, from: request)
            let receipt = try await operations.apply(operation, context)
            let answer = try operations.answer(
                receipt, offering: operation.id, on: form.from ?? .home, request, context)
            if let answer { return .json(answer) }
            let id = receipt.counter ?? 0
            switch form.from {
            case .counter: return .seeOther(links.counter(id, undo: operation.id, at: .title))
            case .watch: return .seeOther(links.watch(of: id, undo: operation.id))
            default: return .seeOther(links.home(undo: operation.id, at: .title, of: id))
            }
        }
    }

    func saveCollapse(_ request: Request, _ context: PageContext) async throws -> Response {
        let name = try context.counterName()
        let form = try await request.form(Stamped<CollapseForm>.self, upTo: configuration.largestForm)
        guard let isCollapsed = Bool(typed: form.collapsed) else {
            throw HTTPError(.unprocessableContent)
        }
        let operation = try operations.operation(
            .collapse(name, isCollapsed: isCollapsed), form.stamp, from: request)
        let receipt = try await operations.apply(operation, context)
        if let answer = operations.answer(receipt, request, context) { return .json(answer) }
        return .seeOther(links.home(at: .title, of: receipt.counter ?? 0))
    }

    func askReset(_ request: Request, _ context: VisitorContext) async throws -> Response {
        let counter = try ledger.counter(context.counterName(), of: context.account)
        let page = ResetPage(
            id: counter.id, question: context.words(.resetQuestion, counter.title),
            operation: operations.newOperationID().text, seen: counter.count, since: counter.revision,
            isFromCounter: isFromCounter(request)
        )
        return try .page(page, in: context.presentation, isSecret: true)
    }

    func reset(_ request: Request, _ context: PageContext) async throws -> Response {
        let name = try context.counterName()
        let form = try await request.form(Stamped<ResetForm>.self, upTo: configuration.largestForm)
        let operation = try operations.operation(
            .reset(name, seen: form.seen, since: form.since), form.stamp, from: request)
        let receipt = try await operations.apply(operation, context)
        let answer = try operations.answer(
            receipt, offering: operation.id, on: form.from ?? .home, request, context)
        if let answer { return .json(answer) }
        let id = receipt.counter ?? 0
        switch form.from {
        case .counter: return .seeOther(links.counter(id, undo: operation.id))
        case .watch: return .seeOther(links.watch(of: id, undo: operation.id))
        default: return .seeOther(links.home(undo: operation.id, at: .minus, of: id))
        }
    }

    private func isFromCounter(_ request: Request) -> Bool {
        request.uri.queryParameters.get("from") == Notice.Origin.counter.rawValue
    }
}
