// The site's kinds of response.

import Foundation
import HTTPTypes
import Hummingbird
import Ledger
import NIOCore

extension HTTPField.Name {
    /// The header by which scripts recognise Fivebar's own responses.
    static let fivebarAnswer = Self("fivebar-answer")!
    /// The header by which scripts recognise Fivebar's own pages, and the service worker that it may keep one: "yes", or
    /// "no" if it may not.
    static let fivebarPage = Self("fivebar-page")!
}

extension Response {
    /// A page. The browser may cache it, but must revalidate it each time.
    ///
    /// - Parameters:
    ///   - isSecret: Whether nobody may store it.
    ///   - isKept: Whether the service worker may keep it for times without a network. Nil: unless it is secret.
    static func page<P: Page>(
        _ page: P, in presentation: Presentation, status: HTTPResponse.Status = .ok, isSecret: Bool = false,
        isKept: Bool? = nil
    ) throws -> Response {
        let skeleton = Skeleton<Appearance.Gap>(try presentation.templates.render(page))
        return self.page(skeleton, in: presentation, status: status, isSecret: isSecret, isKept: isKept)
    }

    /// The same of a page that was rendered before.
    static func page(
        _ skeleton: Skeleton<Appearance.Gap>, in presentation: Presentation,
        status: HTTPResponse.Status = .ok, isSecret: Bool = false, isKept: Bool? = nil
    ) -> Response {
        let text = skeleton.filled(extra: 200) { $1.writeString(presentation.fill($0)) }
        return html(
            ResponseBody(byteBuffer: text), status: status, isSecret: isSecret, isKept: isKept ?? !isSecret)
    }

    private static let vary = "Cookie, Accept-Language, Accept-Encoding"

    /// - Parameter isSecret: Whether nobody may store it, including the browser.
    static func html(
        _ body: ResponseBody, status: HTTPResponse.Status = .ok, isSecret: Bool = false, isKept: Bool = true
    ) -> Response {
        Response(
            status: status,
            headers: [
                .contentType: "text/html; charset=utf-8",
                .cacheControl: isSecret ? "no-store" : "private, no-cache",
                .vary: vary,
                .fivebarPage: isKept ? "yes" : "no",
            ],
            body: body
        )
    }

    /// 304: the browser's cached page is current.
    static func notModified(_ tag: String) -> Response {
        Response(
            status: .notModified,
            headers: [.eTag: tag, .cacheControl: "private, no-cache", .vary: vary]
        )
    }

    /// Redirects with 303, so that a reload does not repeat the POST.
    static func seeOther(_ address: String) -> Response {
        Response(status: .seeOther, headers: [.location: address, .cacheControl: "no-store"])
    }

    /// JSON for a script. A header marks it as Fivebar's own, because
    /// intermediaries such as captive portals or proxies may reject a request,
    /// which must not count as a final refusal.
    static func json(_ value: some Encodable, status: HTTPResponse.Status = .ok) throws -> Response {
        json(ByteBuffer(bytes: try JSONEncoder().encode(value)), status)
    }

    /// The same of what is asked for often.
    static func json(_ value: some JSONValue, status: HTTPResponse.Status = .ok) -> Response {
        json(JSONWriter(value).text, status)
    }

    private static func json(_ text: ByteBuffer, _ status: HTTPResponse.Status) -> Response {
        Response(
            status: status,
            headers: [.contentType: "application/json", .cacheControl: "no-store", .fivebarAnswer: "yes"],
            body: ResponseBody(byteBuffer: text)
        )
    }
}

extension ResponseBody {
    /// A body in parts, which are not copied.
    init(parts: [ByteBuffer]) {
        self.init(contentLength: parts.reduce(0) { $0 + $1.readableBytes }) { writer in
            try await writer.write(contentsOf: parts)
            try await writer.finish(nil)
        }
    }
}

extension Request {
    /// Whether the request wants JSON for a script, and not a page.
    var wantsJSON: Bool { headers.first(.accept)?.hasPrefix("application/json") ?? false }

    /// Whether the browser has the page with this `ETag`, by a weak comparison (RFC 9110 §13.1.2).
    func hasPage(tagged tag: String) -> Bool {
        guard let field = headers.first(.ifNoneMatch) else { return false }
        if field == tag || field == "*" { return true }
        guard let wanted = Self.opaque(tag.utf8[...]) else { return false }
        // By bytes: a page that has changed is asked for with the tag that it had.
        return field.utf8.split(separator: UInt8(ascii: ",")).contains {
            Self.opaque($0)?.elementsEqual(wanted) ?? false
        }
    }

    /// What is compared of a tag, which stands between quotation marks; nil without them. Apache's mod_deflate adds `-gzip`
    /// to those of compressed responses.
    private static func opaque(_ tag: Substring.UTF8View) -> Substring.UTF8View? {
        var text = tag
        while text.first == UInt8(ascii: " ") || text.first == UInt8(ascii: "\t") { text.removeFirst() }
        while text.last == UInt8(ascii: " ") || text.last == UInt8(ascii: "\t") { text.removeLast() }
        if text.starts(with: "W/".utf8) { text.removeFirst(2) }
        guard text.count > 1, text.first == UInt8(ascii: "\""), text.last == UInt8(ascii: "\"") else {
            return nil
        }
        text = text.dropFirst().dropLast()
        return text.suffix(5).elementsEqual("-gzip".utf8) ? text.dropLast(5) : text
    }

    /// The value of a GET form's field; empty if it is missing.
    func typed(_ field: String) -> String {
        let pairs = (uri.query ?? "").split(separator: "&")
        guard let pair = pairs.first(where: { $0.hasPrefix(field + "=") }) else { return "" }
        let value = pair.dropFirst(field.count + 1).replacing("+", with: " ")
        return value.removingPercentEncoding ?? ""
    }

    /// How many fields a form may have, several times as many as the largest one has: tens of thousands, which fit into the
    /// size of a form, take long to read.
    private static var mostFields: Int { 200 }

    /// The form's fields; all missing if the body is empty.
    ///
    /// - Throws: 413 for a body larger than `limit` bytes; 422 if it is not a form, has more fields than any, or reading it
    ///   would take for ever (``CombiningMarks``).
    func form<Form: Decodable>(_ type: Form.Type, upTo limit: Int) async throws -> Form {
        let body = try await body.collect(upTo: limit)
        guard let text = String(validating: body.readableBytesView, as: UTF8.self),
            text.utf8.count(where: { $0 == UInt8(ascii: "&") }) < Self.mostFields,
            !CombiningMarks.areTooMany(in: text.withoutPercentEncoding)
        else { throw HTTPError(.unprocessableContent) }
        do {
            return try URLEncodedFormDecoder().decode(type, from: text)
        } catch {
            throw HTTPError(.unprocessableContent)
        }
    }
}

extension String {
    /// With each `%41` decoded, also where others of them are wrong; what is no UTF-8 then is replaced with U+FFFD.
    fileprivate var withoutPercentEncoding: String {
        guard utf8.contains(UInt8(ascii: "%")) else { return self }
        var bytes: [UInt8] = [], rest = Array(utf8)[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%"),
                let decoded = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16)
            else {
                bytes.append(byte)
                continue
            }
            bytes.append(decoded)
            rest = rest.dropFirst(2)
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
