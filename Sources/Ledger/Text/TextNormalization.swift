// Normalises user input for storage: nothing invisible around it, and no control
// characters that could break its layout. Callers provide the limits.

extension String {
    /// The text as a single line: without surrounding whitespace, and without
    /// control characters, which could break the line.
    var normalizedLine: String {
        var line = ""
        for scalar in unicodeScalars { line.unicodeScalars.append(scalar.isControl ? " " : scalar) }
        return line.trimmingWhitespace
    }

    /// The text as lines that end with a line feed, without control characters
    /// other than tabs, and without surrounding whitespace.
    var normalizedLines: String {
        var text = ""
        var followsReturn = false
        for scalar in unicodeScalars {
            switch scalar {
            case "\n" where followsReturn: break
            case "\r", "\n": text.unicodeScalars.append("\n")
            case "\t": text.unicodeScalars.append(scalar)
            default: text.unicodeScalars.append(scalar.isControl ? " " : scalar)
            }
            followsReturn = scalar == "\r"
        }
        return text.trimmingWhitespace
    }

    /// Whether nothing in the text is visible.
    var showsNothing: Bool { unicodeScalars.allSatisfy(\.isInvisible) }

    /// The text, or an empty one if nothing in it is visible.
    var emptyIfUnseen: String { showsNothing ? "" : self }

    /// Whether the text has more than `most` grapheme clusters.
    ///
    /// - Parameter bytesEach: The average number of bytes allowed per grapheme
    ///   cluster. A family emoji has 25, a flag 28, and a family with skin tones 41.
    func isLonger(than most: Int, bytesEach: Int = 25) -> Bool {
        // A grapheme cluster can contain any number of scalars; the second limit
        // bounds the size of a single one.
        utf8.count > bytesEach * most || count > most
    }

    private var trimmingWhitespace: String {
        var text = self[...]
        while text.first?.isWhitespace == true { text.removeFirst() }
        while text.last?.isWhitespace == true { text.removeLast() }
        return String(text)
    }
}

extension Unicode.Scalar {
    fileprivate var isControl: Bool { properties.generalCategory == .control }

    /// Whether the scalar is invisible by itself.
    fileprivate var isInvisible: Bool {
        properties.isWhitespace || properties.isDefaultIgnorableCodePoint
            || properties.generalCategory == .format
    }
}
