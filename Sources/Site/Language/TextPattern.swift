// A text of the catalog with its gaps found once, since some are filled a
// hundred times for one page.

/// A text with gaps: `%@` and `%lld` in their order, or `%1$@`, `%2$@` where a
/// language wants another one. `%%` is a percent sign.
struct TextPattern: Sendable {
    private enum Part: Sendable {
        case text(String)
        /// The place of the value that fills it, from 0.
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

    /// The text with its gaps filled; one without a value stays empty.
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
