// Negotiates the language of a response.

/// Picks a language by the `Accept-Language` field (RFC 9110 §12.5.4).
struct LanguageChoice: Sendable {
    /// BCP 47 tags, a language before its variants; the first is the fallback.
    let available: [String]

    func language(accepting field: String?) -> String {
        guard let field, available.count > 1 else { return available[0] }
        let wanted = field.split(separator: ",").prefix(20).enumerated().map { place, range in
            let parts = range.split(separator: ";").map { $0.trimming(" ") }
            let quality =
                parts.dropFirst().first { $0.hasPrefix("q=") }.flatMap { Double($0.dropFirst(2)) } ?? 1
            return (tag: parts.first?.lowercased() ?? "", quality: quality, place: place)
        }
        let inOrder = wanted.filter { $0.quality > 0 }.sorted {
            ($1.quality, $0.place) < ($0.quality, $1.place)
        }
        for range in inOrder {
            if let match = available.first(where: { $0.lowercased() == range.tag }) { return match }
            if let alike = available.first(where: { Self.isAlike($0.lowercased(), range.tag) }) {
                return variant(of: alike, withClockOf: range.tag.region)
            }
        }
        return variant(of: available[0], withClockOf: inOrder.lazy.compactMap(\.tag.region).first)
    }

    /// The hours of `en` are those of most of the world's English, 1 to 12. Where they are 0 to 23, the variant is the
    /// one of a region that has them, too: `en-DE` is written as `en-GB` is.
    private func variant(of language: String, withClockOf region: Substring?) -> String {
        guard let region, Self.regionsOf24Hours.contains(region) else { return language }
        return available.first {
            Self.isAlike($0.lowercased(), language.lowercased())
                && $0.lowercased().region.map(Self.regionsOf24Hours.contains) == true
        } ?? language
    }

    /// Of those in which English is read (CLDR, `timeData`).
    private static let regionsOf24Hours = Set(
        """
        ad at ba be bg ch cz de dk ee es fi fo fr gb gg gi hr hu ie im is it je li lt lu lv mc md me mt nl no pl pt ro rs \
        ru se si sk sm ua va 150 br bw cl id il jp ke mu ng rw sc th tr tz ug za zw
        """.split(separator: " "))

    /// The lookup of RFC 4647 §3.4, by the primary subtag. All Chinese maps to
    /// simplified characters, the only ones available.
    private static func isAlike(_ tag: String, _ range: String) -> Bool {
        tag.prefix { $0 != "-" } == range.prefix { $0 != "-" }
    }
}

extension String {
    /// The region of a tag in lower case: two letters or three digits, after the language and perhaps a script.
    fileprivate var region: Substring? {
        split(separator: "-").dropFirst().first {
            $0.utf8.count == 2 || $0.utf8.count == 3 && $0.allSatisfy(\.isNumber)
        }
    }
}

extension Substring {
    fileprivate func trimming(_ character: Character) -> Substring {
        var text = self
        while text.first == character { text.removeFirst() }
        while text.last == character { text.removeLast() }
        return text
    }
}
