// The two forms in which pieces of a page are cached and sent: plain and compressed.

import HTTPTypes
import Hummingbird
import NIOCore

/// A piece of a page, in one of its forms.
protocol PageText: Sendable {
    /// - Parameter preceding: The text right before it, if that is always the same.
    init(_ text: ByteBuffer, after preceding: ByteBuffer?)

    /// Adjacent pieces as one.
    init(joining pieces: some Collection<Self>)

    /// How much memory it takes, in bytes.
    var size: Int { get }

    /// A page of these pieces.
    static func page(_ pieces: [Self]) -> Response
}

extension PageText {
    init(_ text: String) { self.init(ByteBuffer(string: text), after: nil) }
}

extension ByteBuffer: PageText {
    init(_ text: ByteBuffer, after preceding: ByteBuffer?) { self = text }

    init(joining pieces: some Collection<ByteBuffer>) {
        self.init()
        reserveCapacity(pieces.reduce(0) { $0 + $1.readableBytes })
        for piece in pieces { writeImmutableBuffer(piece) }
    }

    var size: Int { readableBytes }

    static func page(_ pieces: [ByteBuffer]) -> Response { .html(ResponseBody(parts: pieces)) }
}

extension DeflateBlock: PageText {
    var size: Int { bytes.readableBytes }

    static func page(_ pieces: [DeflateBlock]) -> Response {
        var response = Response.html(ResponseBody(parts: pieces.gzip))
        response.headers[.contentEncoding] = "gzip"
        return response
    }
}

/// A rendered template with gaps, its texts in the form in which they are sent.
struct PageFrame<Gap: RawRepresentable<String> & Sendable, Text: PageText>: Sendable {
    fileprivate enum Part: Sendable {
        case text(Text)
        case gap(Gap)
    }
    fileprivate let parts: [Part]

    /// The size of its texts, in bytes.
    var size: Int {
        parts.reduce(0) {
            if case .text(let text) = $1 { $0 + text.size } else { $0 }
        }
    }

    init(_ skeleton: Skeleton<Gap>) {
        parts = skeleton.parts.map {
            switch $0 {
            case .text(let text): .text(Text(text, after: nil))
            case .gap(let gap): .gap(gap)
            }
        }
    }

    /// The same page, compressed.
    init(_ plain: PageFrame<Gap, ByteBuffer>) where Text == DeflateBlock {
        parts = plain.parts.map {
            switch $0 {
            case .text(let text): .text(DeflateBlock(text, after: nil))
            case .gap(let gap): .gap(gap)
            }
        }
    }

    /// The page in pieces, without copying any.
    func pieces(_ fill: (Gap) -> [Text]) -> [Text] {
        parts.flatMap { part in
            switch part {
            case .text(let text): [text]
            case .gap(let gap): fill(gap)
            }
        }
    }
}

extension PageFrame where Gap == Appearance.Gap {
    /// The page for a browser.
    func page(_ presentation: Presentation) -> Response {
        Text.page(pieces { [Text(presentation.fill($0))] })
    }
}

extension Request {
    /// Whether the response may be compressed with gzip (RFC 9110 §12.5.3).
    var acceptsGzip: Bool {
        guard let field = headers.first(.acceptEncoding) else { return false }
        return field.utf8.split(separator: UInt8(ascii: ",")).contains { Self.isGzip(Substring($0)) }
    }

    /// Whether one of the accepted encodings is gzip, and not with a weight of 0.
    private static func isGzip(_ encoding: Substring) -> Bool {
        // Nearly every browser sends it without weights.
        if encoding == "gzip" || encoding == " gzip" { return true }
        let parts = encoding.split(separator: ";").map { $0.filter { $0 != " " && $0 != "\t" }.lowercased() }
        guard parts.first == "gzip" else { return false }
        guard let weight = parts.dropFirst().first(where: { $0.hasPrefix("q=") }) else { return true }
        return Double(weight.dropFirst(2)).map { $0 > 0 } ?? false
    }
}
