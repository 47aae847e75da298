// A catalog text with its placeholders parsed once, because some are filled a
// hundred times per page.

/// A text with placeholders: `%@` and `%lld` in order, or `%1$@`, `%2$@` in
/// languages with another order. `%%` is a percent sign.
struct TextPattern: Sendable {
    private enum Part: Sendable {
        case text(String)
        /// The index of its value, from 0.
        case gap(Int)
    }
    private var parts: [Part] = []

    init(_ format: String) {
        var next = 0
        // Bytes, not characters: a CGI program reads a few hundred texts for a page.
        var rest = format.utf8[...]
        var text = ""
        while let percent = rest.firstIndex(of: UInt8(ascii: "%")) {
            text += Substring(rest[..<percent])
            rest = rest[percent...].dropFirst()
            if rest.first == UInt8(ascii: "%") {
                text += "%"
                rest = rest.dropFirst()
                continue
            }
            var place = next
            if let digit = rest.first, (0x31...0x39).contains(digit),
                rest.dropFirst().first == UInt8(ascii: "$")
            {
                place = Int(digit) - 0x31
                rest = rest.dropFirst(2)
            } else {
                next += 1
            }
            rest = rest.starts(with: "lld".utf8) ? rest.dropFirst(3) : rest.dropFirst()
            parts += [.text(text), .gap(place)]
            text = ""
        }
        parts.append(.text(text + Substring(rest)))
    }

    /// The text with its placeholders filled; one without a value becomes empty.
    func filled(_ values: [String]) -> String {
        var filled = ""
        for part in parts {
            switch part {
            case .text(let text): filled += text
            case .gap(let place): if values.indices.contains(place) { filled += values[place] }
            }
        }
        return filled
    }
}
