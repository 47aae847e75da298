// The site while its database cannot be opened: every page reports the error.

import HTTPTypes
public import Hummingbird
public import Ledger

/// Answers every request with the error page for a storage fault, except for static files.
public struct UnavailableSite: HTTPResponder {
    private let problem: ProblemMiddleware
    private let headers = SecurityHeadersMiddleware()
    private let assets: Assets
    private let links: Links
    private let fault: StorageFault

    public init(_ configuration: SiteConfiguration, fault: StorageFault) throws {
        let content = try SiteContent(configuration)
        assets = content.assets
        links = content.links
        problem = ProblemMiddleware(
            presentations: content.presentations, links: links, randomBytes: configuration.randomBytes)
        self.fault = fault
    }

    public func respond(to request: Request, context: SiteContext) async throws -> Response {
        try await headers.handle(request, context: context) { request, context in
            try await problem.handle(request, context: context) { request, _ in
                let prefix = links.asset("")
                guard request.uri.path.hasPrefix(prefix) else { throw fault }
                return try assets.file(String(request.uri.path.dropFirst(prefix.count)))
            }
        }
    }
}
