// Makes user-written text safe for a terminal: it must not move the cursor,
// change colours, set a title or reorder text.

extension Unicode.Scalar {
    /// Whether the scalar can control a terminal.
    var steersTerminal: Bool {
        switch properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: true
        // Bidirectional embeddings, overrides and isolates, whose effect may
        // extend beyond the text.
        case .format: (0x202A...0x202E).contains(value) || (0x2066...0x2069).contains(value)
        default: false
        }
    }
}

extension StringProtocol {
    /// The text as a single line, with control characters spelled out.
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
