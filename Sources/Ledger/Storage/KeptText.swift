// What people type, as it is kept: nothing unseen around it, and nothing in it
// that could break what it is shown in. Knows no limits but those it is given.

extension String {
    /// The text as one line: without space around it and control characters
    /// in it, which could only break the line.
    var keptLine: String {
        var line = ""
        for scalar in unicodeScalars { line.unicodeScalars.append(scalar.isControl ? " " : scalar) }
        return line.trimmingWhitespace
    }

    /// The text as lines that end with a line feed, without other control
    /// characters than tabs, and without space around all of them.
    var keptLines: String {
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

    /// Whether nothing is seen of the text.
    var showsNothing: Bool { unicodeScalars.allSatisfy(\.isInvisible) }

    /// The text, or none where nothing is seen of it.
    var emptyIfUnseen: String { showsNothing ? "" : self }

    /// Whether the text has more than so many characters, as a person counts them.
    ///
    /// - Parameter bytesEach: How many bytes a character may have, taken all together. A family is one of
    ///   25, a flag one of 28, and a family of many colours one of 41.
    func isLonger(than most: Int, bytesEach: Int = 25) -> Bool {
        // A character may be made of any number of scalars; the second limit keeps one from being a book.
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

    /// Whether nothing is seen of the scalar by itself.
    fileprivate var isInvisible: Bool {
        properties.isWhitespace || properties.isDefaultIgnorableCodePoint
            || properties.generalCategory == .format
    }
}
