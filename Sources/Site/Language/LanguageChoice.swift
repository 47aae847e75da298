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
            if let match = available.first(where: { $0.lowercased() == range.tag })
                ?? available.first(where: { Self.isAlike($0.lowercased(), range.tag) })
            {
                return match
            }
        }
        return available[0]
    }

    /// The lookup of RFC 4647 §3.4, by the primary subtag. All Chinese maps to
    /// simplified characters, the only ones available.
    private static func isAlike(_ tag: String, _ range: String) -> Bool {
        tag.prefix { $0 != "-" } == range.prefix { $0 != "-" }
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
