// The site while its database cannot be opened: every page reports the error.

import HTTPTypes
public import Hummingbird
public import Ledger

/// Answers every request with the error page for a storage fault, except for static files.
public struct UnavailableSite: HTTPResponder {
    private let problems: ProblemPages
    private let headers = SecurityHeaders()
    private let assets: Assets
    private let links: Links
    private let fault: StorageFault

    /// - Parameter fault: Why the database cannot be opened.
    /// - Throws: ``SiteFault`` if templates, texts or files are missing or corrupt.
    public init(_ configuration: SiteConfiguration, fault: StorageFault) throws {
        let content = try SiteContent(configuration)
        assets = content.assets
        links = content.links
        problems = ProblemPages(
            presentations: content.presentations, links: links, randomBytes: configuration.randomBytes)
        self.fault = fault
    }

    /// Answers without a look at the database.
    public func respond(to request: Request, context: SiteContext) async throws -> Response {
        var response = answer(to: request, context)
        headers.complete(&response, to: request)
        return response
    }

    private func answer(to request: Request, _ context: SiteContext) -> Response {
        let prefix = links.asset("")
        guard request.uri.path.hasPrefix(prefix) else { return problems.answer(to: fault, request, context) }
        do {
            return try assets.file(String(request.uri.path.dropFirst(prefix.count)))
        } catch {
            return problems.answer(to: error, request, context)
        }
    }
}
