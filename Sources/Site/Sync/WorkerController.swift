// The service worker, which opens pages without a network, and the pages that it shows in place of those it does not have.

import HTTPTypes
import Hummingbird
import NIOCore

/// What is shown in place of a page that is not kept. It has the words in which scripts offer to undo what waits, too.
struct OfflinePage: Page {
    static let template = "Sync/offline"
}

struct WorkerController: Sendable {
    let links: Links
    let assets: Assets
    let signsInByWebServer: Bool

    /// The script that browsers register. It changes with every build, so that browsers notice a new one.
    func script(_ request: Request, _ context: SiteContext) async throws -> Response {
        let files =
            assets.modulesAndStyles.map { links.asset($0) } + [
                links.geometry, links.shapes, links.flourishes, links.styles("watch"),
            ]
        let names = files.map { "  \"\($0)\"," }.joined(separator: "\n")
        let text = """
            const base = "\(links.base)", build = "\(links.build)", isSignInByWebServer = \(signsInByWebServer), files = [
            \(names)
            ]
            importScripts("\(links.asset("js/sync/worker.js"))")

            """
        return Response(
            status: .ok,
            headers: [.contentType: "text/javascript; charset=utf-8", .cacheControl: "no-cache"],
            body: ResponseBody(byteBuffer: ByteBuffer(string: text)))
    }

    func offline(_ request: Request, _ context: PageContext) async throws -> Response {
        try .page(OfflinePage(), in: context.presentation)
    }

    /// The same among the goals, one of which may have been made without a network.
    func offlineGoals(_ request: Request, _ context: PageContext) async throws -> Response {
        let words = context.words
        let page = ProblemPage(heading: words[.offlineTitle], advice: words[.offlineGoals])
        return try .page(GoalsProblemPage(page), in: context.presentation)
    }
}
