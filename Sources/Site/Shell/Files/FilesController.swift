// Static files.

import Figures
import HTTPTypes
import Hummingbird
import NIOCore

struct FilesController: Sendable {
    let links: Links
    let assets: Assets

    /// A file of Public/, only under this build's hash: browsers cache files for
    /// a year, so another build's address must not return this build's content.
    func asset(_ request: Request, _ context: SiteContext) async throws -> Response {
        try requireBuild(links.build, context)
        return try assets.file(context.parameters.getCatchAll().joined(separator: "/"))
    }

    /// All styles of the pages for a watch.
    func watchStyles(_ request: Request, _ context: SiteContext) async throws -> Response {
        try requireBuild(links.build, context)
        return try assets.styles(["shell/tokens", "shell/schemes", "marks/marks", "watch/watch"])
    }

    /// The geometry of marks, for the browser's drawing script.
    func geometry(_ request: Request, _ context: SiteContext) async throws -> Response {
        try requireBuild(links.build + ".js", context)
        return Self.module(GeometryModule.text)
    }

    /// The shapes that marks consist of, for marks whose shapes are not in the page.
    func shapes(_ request: Request, _ context: SiteContext) async throws -> Response {
        try requireBuild(links.build + ".js", context)
        return Self.module(MarkShapes.module)
    }

    func flourishes(_ request: Request, _ context: SiteContext) async throws -> Response {
        try requireBuild(links.build + ".js", context)
        return Self.module(Flourishes.module)
    }

    private func requireBuild(_ build: String, _ context: SiteContext) throws {
        guard context.parameters.get("build") == build else { throw HTTPError(.notFound) }
    }

    private static func module(_ text: String) -> Response {
        Response(
            status: .ok,
            headers: [.contentType: "text/javascript; charset=utf-8", .cacheControl: Assets.forever],
            body: ResponseBody(byteBuffer: ByteBuffer(string: text))
        )
    }
}
