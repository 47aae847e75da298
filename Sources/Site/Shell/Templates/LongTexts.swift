// Keeps long texts out of the template library, whose parser compares character by character and at each tag counts
// those that are left: a CGI program parses all templates of its page anew.

/// The long texts of templates, which the library gets short stand-ins for.
struct LongTexts: Sendable {
    private var texts: [String] = []
    /// In bytes; a stand-in is half as long.
    private static let shortest = 40

    /// The text with a stand-in for all of it but the blanks around, by which the library finds tags that stand alone on a
    /// line.
    mutating func replaced(in text: String) -> String {
        let bytes = text.utf8
        guard bytes.count >= Self.shortest,
            // The brace of a tag before, `{{{name}}}`, is the library's.
            let start = bytes.firstIndex(where: { !Self.isBlank($0) && $0 != UInt8(ascii: "}") }),
            let last = bytes.lastIndex(where: { !Self.isBlank($0) }), start < last
        else { return text }
        let end = bytes.index(after: last)
        texts.append(String(text[start..<end]))
        return text[..<start] + "\u{1}\(GapSecret.text)\(texts.count - 1)\u{2}" + text[end...]
    }

    /// The rendered page with the texts in the places of their stand-ins.
    func restored(in page: String) -> String {
        var restored = "", rest = page.utf8[...]
        while let start = rest.firstIndex(of: 0x01) {
            restored += Substring(rest[..<start])
            let inner = rest[rest.index(after: start)...]
            if let end = inner.firstIndex(of: 0x02), let text = text(inner[..<end]) {
                restored += text
                rest = inner[inner.index(after: end)...]
            } else {
                restored += "\u{1}"
                rest = inner
            }
        }
        return restored + Substring(rest)
    }

    /// The text for what stands between a stand-in's marks; nil for a gap's name (``Skeleton``) and for anything typed.
    private func text(_ name: Substring.UTF8View) -> String? {
        guard name.starts(with: GapSecret.text.utf8),
            let number = Int(Substring(name.dropFirst(GapSecret.text.utf8.count))),
            texts.indices.contains(number)
        else { return nil }
        return texts[number]
    }

    private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }
}
