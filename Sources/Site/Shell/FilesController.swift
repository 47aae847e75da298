// Files and signs of life.

import Figures
import HTTPTypes
import Hummingbird
import NIOCore

struct FilesController: Sendable {
    let site: Site

    /// A file of Public/. Any hash will do: a page of the build before may still be open.
    func asset(_ request: Request, _ context: SiteContext) async throws -> Response {
        try site.assets.file(context.parameters.getCatchAll().joined(separator: "/"))
    }

    /// The geometry of marks, for the browser's drawer.
    func geometry(_ request: Request, _ context: SiteContext) async throws -> Response {
        Self.module(GeometryModule.text)
    }

    func flourishes(_ request: Request, _ context: SiteContext) async throws -> Response {
        Self.module(Flourishes.module)
    }

    private static func module(_ text: String) -> Response {
        Response(
            status: .ok,
            headers: [.contentType: "text/javascript; charset=utf-8", .cacheControl: Assets.forever],
            body: ResponseBody(byteBuffer: ByteBuffer(string: text))
        )
    }

    /// Whether the site answers and its ledger can be read.
    func health(_ request: Request, _ context: SiteContext) async throws -> Response {
        _ = try site.ledger.counters(of: 0)
        return Response(
            status: .ok, headers: [.contentType: "text/plain", .cacheControl: "no-store"],
            body: ResponseBody(byteBuffer: ByteBuffer(string: "ok\n"))
        )
    }
}
