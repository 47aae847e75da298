// The few kinds of answer the site gives.

import Foundation
import HTTPTypes
import Hummingbird
import NIOCore

extension HTTPField.Name {
    /// By which scripts tell an answer of ours from a stranger's.
    static let fivebarAnswer = Self("fivebar-answer")!
}

extension Response {
    /// A page. It may be kept by the browser, and is asked for again each time.
    static func page<P: Page>(
        _ page: P, in presentation: Presentation, status: HTTPResponse.Status = .ok, isSecret: Bool = false
    ) throws -> Response {
        let skeleton = Skeleton<Appearance.Gap>(try presentation.templates.render(page))
        let text = skeleton.filled(extra: 200) { $1.writeString(presentation.fill($0)) }
        return html(ResponseBody(byteBuffer: text), status: status, isSecret: isSecret)
    }

    /// - Parameter isSecret: Whether nobody may keep it, the browser included.
    static func html(_ body: ResponseBody, status: HTTPResponse.Status = .ok, isSecret: Bool = false)
        -> Response
    {
        Response(
            status: status,
            headers: [
                .contentType: "text/html; charset=utf-8",
                .cacheControl: isSecret ? "no-store" : "private, no-cache",
                .vary: "Cookie, Accept-Language",
            ],
            body: body
        )
    }

    /// Says that the browser has the page already.
    static func notModified(_ tag: String) -> Response {
        Response(
            status: .notModified,
            headers: [.eTag: tag, .cacheControl: "private, no-cache", .vary: "Cookie, Accept-Language"]
        )
    }

    /// Leads on to another page, which is fetched with GET: what was posted is not posted again by a reload.
    static func seeOther(_ address: String) -> Response {
        Response(status: .seeOther, headers: [.location: address, .cacheControl: "no-store"])
    }

    /// What a script is told. It carries a sign that it is ours: on the way there
    /// may be others who refuse, a captive portal or a proxy, and what they refuse is not settled.
    static func json(_ value: some Encodable, status: HTTPResponse.Status = .ok) throws -> Response {
        Response(
            status: status,
            headers: [.contentType: "application/json", .cacheControl: "no-store", .fivebarAnswer: "yes"],
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: try JSONEncoder().encode(value)))
        )
    }
}

extension Request {
    /// Whether a script asks, and not somebody who wants to see a page.
    var wantsJSON: Bool { headers[.accept]?.hasPrefix("application/json") ?? false }

    /// Whether the browser has the page with this tag. Apache's mod_deflate adds
    /// `-gzip` to the tags of what it compresses.
    func hasPage(tagged tag: String) -> Bool {
        guard let field = headers[.ifNoneMatch] else { return false }
        return field == tag || field == tag.dropLast() + "-gzip\""
    }

    /// What was typed into a field of a form that is sent by GET; empty where the address says nothing of it.
    func typed(_ field: String) -> String {
        let pairs = (uri.query ?? "").split(separator: "&")
        guard let pair = pairs.first(where: { $0.hasPrefix(field + "=") }) else { return "" }
        let value = pair.dropFirst(field.count + 1).replacing("+", with: " ")
        return value.removingPercentEncoding ?? ""
    }

    /// The fields of a form. None of them where the body is empty.
    ///
    /// - Throws: 413 for a body larger than `limit` bytes, 422 for one that is no form.
    func form<Form: Decodable>(_ type: Form.Type, upTo limit: Int) async throws -> Form {
        let body = try await body.collect(upTo: limit)
        guard let text = String(validating: body.readableBytesView, as: UTF8.self) else {
            throw HTTPError(.unprocessableContent)
        }
        do {
            return try URLEncodedFormDecoder().decode(type, from: text)
        } catch {
            throw HTTPError(.unprocessableContent)
        }
    }
}
