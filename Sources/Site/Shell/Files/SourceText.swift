// Scripts and style sheets as browsers get them: without their comments, which are for whoever works on them, and would be a
// third of what a first visit waits for.

import NIOCore

enum SourceText {
    /// Names what ``withoutComments(_:)`` makes of a file: another name wherever that changes, because browsers keep for a
    /// year what they were handed out.
    static let form = "without comments and indentation, 2"

    /// The text without blank lines, without those that are comments as a whole, and with no line indented.
    ///
    /// A comment beside code stays, because only a parser of the language could tell it from a text. For the same reason
    /// no text may go over several lines, one of which could begin like a comment; `AssetsTests` sees to that.
    static func withoutComments(_ source: ByteBuffer) -> ByteBuffer {
        source.withUnsafeReadableBytes { source in
            var shown = ByteBuffer()
            shown.reserveCapacity(source.count)
            var isInComment = false
            for line in source.split(separator: UInt8(ascii: "\n")) {
                let text = line.drop { $0 == UInt8(ascii: " ") }
                isInComment = isInComment || text.starts(with: "/*".utf8)
                if isInComment {
                    isInComment = !text.suffix(2).elementsEqual("*/".utf8)
                } else if !text.isEmpty, !text.starts(with: "//".utf8) {
                    shown.writeBytes(text)
                    shown.writeInteger(UInt8(ascii: "\n"))
                }
            }
            return shown
        }
    }
}
