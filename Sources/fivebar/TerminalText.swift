// What strangers wrote, made harmless for a terminal: none of it may move the
// cursor, change a colour, set a title or turn the order of letters around.

extension Unicode.Scalar {
    /// Whether a terminal would obey the scalar instead of showing it.
    var steersTerminal: Bool {
        switch properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: true
        // Embeddings, overrides and isolates of bidirectional text, whose reach may not end where the text does.
        case .format: (0x202A...0x202E).contains(value) || (0x2066...0x2069).contains(value)
        default: false
        }
    }
}

extension StringProtocol {
    /// The text as one line that a terminal only shows; what would steer it is spelled out.
    var terminalSafe: String {
        var safe = ""
        for scalar in unicodeScalars {
            if scalar.steersTerminal {
                safe += "\\u{\(String(scalar.value, radix: 16))}"
            } else {
                safe.unicodeScalars.append(scalar)
            }
        }
        return safe
    }
}
