// A goal as a list of dots. Size, colours and wrapping are left to the style
// sheet: the markup only identifies the dots, and is short because ten years are
// 3,650 dots. List items need no end tag.

/// The drawings of a goal's days.
public enum DotGrid {
    /// The items of a list, each a link around a circle. Its text, which the
    /// style sheet hides, names it: the day, then today, the state and the note.
    ///
    /// The first child of a link is that text, the last one its drawing. A link
    /// has the class `done`, `part`, `miss` or `open`, none of these for a future
    /// day; and possibly `today` and `note`. The item has the heading, if any, as
    /// `data-month`: the style sheet shows it above the dot.
    ///
    /// - Parameter address: The part of each link before the date.
    public static func items(_ dots: [Dot], address: String, words: DotWords) -> String {
        let parts = Parts(address, words)
        var pen = Pen(reserving: dots.count * (parts.start.count + 120))
        for dot in dots { pen.item(dot, parts) }
        return pen.text
    }

    /// Text shared by many items, created once.
    fileprivate struct Parts {
        /// What an item begins with, without and with a heading.
        let start, startAfterHeading: [UInt8]
        let done, missed, future, open: [UInt8]
        let beforePercent, afterPercent: [UInt8]
        let hasPercent: Bool
        let today, separator, note: [UInt8]

        init(_ address: String, _ words: DotWords) {
            func escaped(_ text: String) -> [UInt8] { Pen.bytes { $0.writeEscaped(text) } }
            startAfterHeading = Array("\"><a href=\"".utf8) + escaped(address)
            start = Array("<li><a href=\"".utf8) + escaped(address)
            done = escaped(words.done)
            missed = escaped(words.missed)
            future = escaped(words.future)
            open = escaped(words.open)
            let gap = words.partial.firstRange(of: "%@")
            beforePercent = escaped(String(words.partial[..<(gap?.lowerBound ?? words.partial.endIndex)]))
            afterPercent = escaped(String(words.partial[(gap?.upperBound ?? words.partial.endIndex)...]))
            hasPercent = gap != nil
            separator = escaped(words.separator)
            today = escaped(words.today) + separator
            note = separator + escaped(words.note)
        }
    }
}

extension Pen {
    fileprivate mutating func item(_ dot: Dot, _ parts: DotGrid.Parts) {
        if let heading = dot.heading {
            write("<li data-month=\"")
            writeEscaped(heading)
            write(parts.startAfterHeading)
        } else {
            write(parts.start)
        }
        writeEscaped(dot.date)
        if dot.isToday || dot.hasNote { writeMarkedAttributes(of: dot) } else { writeAttributes(of: dot) }
        writeEscaped(dot.label)
        write(parts.separator)
        if dot.isToday { write(parts.today) }
        switch dot.state {
        case .done: write(parts.done)
        case .partial(let percent):
            write(parts.beforePercent)
            if parts.hasPercent { write(Self.drawn(percent)) }
            write(parts.afterPercent)
        case .missed: write(parts.missed)
        case .future: write(parts.future)
        case .open: write(parts.open)
        }
        if dot.hasNote { write(parts.note) }
        write("<svg><circle/>")
        if case .partial(let percent) = dot.state {
            write("<circle pathLength=\"100\" stroke-dasharray=\"")
            write(Self.drawn(percent))
            write(" 100\"/>")
        }
        write("</svg></a>")
    }

    /// Visible, but not the whole.
    static func drawn(_ percent: Int) -> Int { min(max(percent, 1), 99) }

    /// Writes what is between an ordinary day's address and its name.
    private mutating func writeAttributes(of dot: Dot) {
        switch dot.state {
        case .done: write("\" class=\"done\">")
        case .partial: write("\" class=\"part\">")
        case .missed: write("\" class=\"miss\">")
        case .future: write("\">")
        case .open: write("\" class=\"open\">")
        }
    }

    private mutating func writeMarkedAttributes(of dot: Dot) {
        write("\" class=\"")
        switch dot.state {
        case .done: write("done ")
        case .partial: write("part ")
        case .missed: write("miss ")
        case .future: break
        case .open: write("open ")
        }
        if dot.isToday { write("today") }
        if dot.hasNote { write(dot.isToday ? " note" : "note") }
        write(dot.isToday ? "\" aria-current=\"date\">" : "\">")
    }
}
