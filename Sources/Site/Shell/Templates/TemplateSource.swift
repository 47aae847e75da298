// A template's source in pieces. It knows Mustache's brackets and nothing of what stands between them.

/// The source of a template as text and tags, in order.
struct TemplateSource: Sendable {
    enum Piece: Sendable {
        case text(Substring)
        /// What stands between `{{` and the next `}}`.
        case tag(Substring)
    }
    let pieces: [Piece]

    init(_ source: String) {
        var pieces: [Piece] = []
        // Bytes, not characters: a CGI program reads all templates of its page anew.
        var rest = source.utf8[...]
        while let start = rest.firstPair(of: UInt8(ascii: "{")) {
            let inner = rest[rest.index(start, offsetBy: 2)...]
            guard let end = inner.firstPair(of: UInt8(ascii: "}")) else { break }
            pieces.append(.text(Substring(rest[..<start])))
            pieces.append(.tag(Substring(inner[..<end])))
            rest = inner[inner.index(end, offsetBy: 2)...]
        }
        pieces.append(.text(Substring(rest)))
        self.pieces = pieces
    }

    /// The names of the templates that it includes or inherits from.
    var parts: [String] {
        pieces.compactMap { piece in
            guard case .tag(let tag) = piece, tag.hasPrefix(">") || tag.hasPrefix("<") else { return nil }
            let name = tag.dropFirst().utf8.filter { $0 != UInt8(ascii: " ") }
            return String(decoding: name, as: UTF8.self)
        }
    }
}

extension Substring.UTF8View {
    /// Where a byte stands twice in a row for the first time.
    fileprivate func firstPair(of byte: UInt8) -> Index? {
        var place = startIndex
        while let first = self[place...].firstIndex(of: byte) {
            let next = index(after: first)
            guard next < endIndex else { return nil }
            if self[next] == byte { return first }
            place = next
        }
        return nil
    }
}
