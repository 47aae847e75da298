// Lines of an iCalendar file (RFC 5545 §3.1) and the text in them (§3.3.11).

/// A content line.
enum ReminderLine {
    /// Octets of a line, the end of the line not counted.
    private static let longest = 75

    /// The line with its end, parted where it is too long, never within a character's bytes.
    static func folded(_ line: String) -> String {
        var folded = ""
        var room = longest
        for scalar in line.unicodeScalars {
            let size = scalar.utf8.count
            if size > room {
                // What goes on begins with a space, which is no part of it.
                folded += "\r\n "
                room = longest - 1
            }
            folded.unicodeScalars.append(scalar)
            room -= size
        }
        return folded + "\r\n"
    }

    /// What somebody wrote, as a value.
    static func escaped(_ text: String) -> String {
        var escaped = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\\", ";", ",": escaped += "\\" + String(Character(scalar))
            case "\n": escaped += "\\n"
            // No value may hold one.
            case _ where scalar.value < 0x20 || scalar.value == 0x7F: continue
            default: escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
    }
}
