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
        var rest = format[...]
        var text = ""
        while let percent = rest.firstIndex(of: "%") {
            text += rest[..<percent]
            rest = rest[percent...].dropFirst()
            if rest.hasPrefix("%") {
                text += "%"
                rest = rest.dropFirst()
                continue
            }
            var place = next
            if let digit = rest.first?.wholeNumberValue, rest.dropFirst().hasPrefix("$") {
                place = digit - 1
                rest = rest.dropFirst(2)
            } else {
                next += 1
            }
            rest = rest.hasPrefix("lld") ? rest.dropFirst(3) : rest.dropFirst()
            parts += [.text(text), .gap(place)]
            text = ""
        }
        parts.append(.text(text + rest))
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
