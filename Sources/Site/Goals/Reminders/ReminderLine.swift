// Lines of an iCalendar file (RFC 5545 §3.1) and the text in them (§3.3.11).

/// A content line.
enum ReminderLine {
    /// The maximum octets of a line, not counting the line break.
    private static let longest = 75

    /// The line with its line break, folded if it is too long, but never within a
    /// character's bytes.
    static func folded(_ line: String) -> String {
        var folded = ""
        var room = longest
        for scalar in line.unicodeScalars {
            let size = scalar.utf8.count
            if size > room {
                // A continuation line begins with a space that is not part of the value.
                folded += "\r\n "
                room = longest - 1
            }
            folded.unicodeScalars.append(scalar)
            room -= size
        }
        return folded + "\r\n"
    }

    /// User text as a property value.
    static func escaped(_ text: String) -> String {
        var escaped = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\\", ";", ",": escaped += "\\" + String(Character(scalar))
            case "\n": escaped += "\\n"
            // Control characters are not allowed in values.
            case _ where scalar.value < 0x20 || scalar.value == 0x7F: continue
            default: escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
    }
}
