// What is answered to a request that was refused or failed.

import HTTPTypes
import Hummingbird
import Ledger
import Logging
import NIOCore

/// Turns errors into pages that say what to do; scripts get one sentence.
struct ProblemPages: Sendable {
    let presentations: Presentations
    let links: Links
    let randomBytes: @Sendable (Int) -> [UInt8]
    let faults = FaultLog()
    /// Those with nothing in them of the request: strangers ask for many an address that is not there.
    private let rendered = Deferred {
        Cache<RenderedPage, Skeleton<Appearance.Gap>>(bound: 1 << 20) { $0.size }
    }

    private struct RenderedPage: Hashable {
        let heading: Phrase
        let advice: Phrase
        let destinations: [Problem.Destination]
        let leadsBack: Bool
        let world: World
        let language: String
    }

    /// Which of the error pages it is.
    private enum World {
        case counters, goals, watch

        init(_ path: String, leadsBack: Bool) {
            // The base path is removed before a request gets here.
            switch path.split(separator: "/", maxSplits: 1).first {
            case "goals" where leadsBack: self = .goals
            case "watch": self = .watch
            default: self = .counters
            }
        }
    }

    init(
        presentations: Presentations, links: Links, randomBytes: @escaping @Sendable (Int) -> [UInt8]
    ) {
        self.presentations = presentations
        self.links = links
        self.randomBytes = randomBytes
    }

    /// The answer to a request that was refused or failed.
    func answer(to error: any Error, _ request: Request, _ context: SiteContext) -> Response {
        do {
            return try page(for: error, request, context)
        } catch let fault {
            // The error page's own template is gone, as when a folder is being replaced.
            context.logger.error("there is no error page", metadata: ["error": "\(fault)"])
            return Response(
                status: .internalServerError, headers: [.contentType: "text/plain; charset=utf-8"],
                body: ResponseBody(
                    byteBuffer: ByteBuffer(string: "Fivebar is not set up right; its log says why.\n")))
        }
    }

    private func page(for error: any Error, _ request: Request, _ context: SiteContext) throws -> Response {
        let problem = Problem(error)
        let presentation = presentations.presentation(for: request, isSecure: context.isSecure)
        let number = problem.isFault ? tell(of: (error as? TypedText)?.reason ?? error, context) : nil
        var response: Response
        if request.wantsJSON {
            response = try .json(
                ProblemAnswer(
                    problem: problem.sentence(presentation.words),
                    reason: (error as? Refusal)?.rawValue),
                status: problem.status
            )
        } else {
            let typed = (error as? TypedText)?.text
            let key = RenderedPage(
                heading: problem.heading, advice: problem.advice, destinations: problem.destinations,
                leadsBack: problem.leadsBack,
                world: World(request.uri.path, leadsBack: problem.leadsBack),
                language: presentation.words.language)
            let skeleton =
                try typed == nil && number == nil
                ? rendered.value.value(for: key) { try render(key, presentation) }
                : render(key, presentation, typed: typed, number: number)
            response = .page(skeleton, in: presentation, status: problem.status, isSecret: true)
            response.headers[.fivebarAnswer] = "yes"
        }
        if let seconds = problem.retryAfter { response.headers[.retryAfter] = String(seconds) }
        if let allowed = problem.allowed { response.headers[.allow] = allowed }
        return request.method == .head ? response.createHeadResponse() : response
    }

    private func render(
        _ key: RenderedPage, _ presentation: Presentation, typed: String? = nil, number: String? = nil
    ) throws -> Skeleton<Appearance.Gap> {
        let page = ProblemPage(
            heading: presentation.words[key.heading], advice: presentation.words[key.advice], typed: typed,
            number: number.map { presentation.words(.problemNumber, $0) },
            destinations: key.destinations.enumerated().map { place, destination in
                link(to: destination, isFirst: place == 0, presentation.words)
            },
            leadsBack: key.leadsBack
        )
        let shown: any Page =
            switch key.world {
            case .counters: page
            case .goals: GoalsProblemPage(page)
            case .watch: WatchProblemPage(page)
            }
        return Skeleton(try presentation.templates.render(shown))
    }

    /// Logs why a request could not be answered.
    ///
    /// - Returns: The number of the line that tells of it, for the page.
    private func tell(of reason: any Error, _ context: SiteContext) -> String {
        let line = faults.line(for: reason, number: SessionToken(bytes: randomBytes(6)).text)
        var metadata: Logger.Metadata = [
            "number": "\(line.number)", "route": "\(context.endpointPath ?? "-")", "error": "\(reason)",
        ]
        if let suppressed = line.suppressed, suppressed > 0 { metadata["suppressed"] = "\(suppressed)" }
        context.logger.log(
            level: line.suppressed == nil ? .debug : .error, "could not answer", metadata: metadata)
        return line.number
    }

    private func link(
        to destination: Problem.Destination, isFirst: Bool, _ words: Words
    ) -> ProblemPage.Destination {
        let (address, text) =
            switch destination {
            case .trash: (links.trash, words[.problemTrash])
            case .changes: (links.undo, words[.changesTitle])
            case .waiting: (links.waiting, words[.waitingTitle])
            case .join: (links.join, words[.joinTitle])
            }
        return .init(address: address, text: text, isFirst: isFirst)
    }
}
