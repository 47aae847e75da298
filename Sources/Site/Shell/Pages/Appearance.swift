// A browser's appearance settings, stored in a cookie, so that the first paint is
// right and devices may differ.

import Ledger

/// The appearance chosen in settings.
struct Appearance: Sendable, Hashable {
    enum Theme: String, Sendable, CaseIterable { case system, light, dark }

    /// The colour schemes of counters, by their names in schemes.css.
    enum Scheme: String, Sendable, CaseIterable { case fivebar, blue, pink, flat, orchard, harbour }

    var theme = Theme.system
    var scheme = Scheme.fivebar
    /// The style of new counters' marks.
    var style = Counter.Style.fractal
    /// A language of the catalog; nil: negotiated with the browser.
    var language: String?
    /// Whether counting may vibrate the device.
    var buzzes = true
    /// Whether single-key shortcuts are on (WCAG 2.1.4).
    var hasKeys = true
    /// Whether the installed app's icon has a badge.
    var hasBadge = true

    init(theme: Theme = .system, scheme: Scheme = .fivebar, style: Counter.Style = .fractal) {
        self.theme = theme
        self.scheme = scheme
        self.style = style
    }

    /// Parses a cookie; anything missing or unknown gets its default.
    init(cookie: String?) {
        // By bytes, as it is read for each page.
        let parts = (cookie ?? "").utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        let words = parts.map { String(Substring($0)) }
        guard (3...5).contains(words.count) else { return }
        theme = Theme(rawValue: words[0]) ?? .system
        scheme = Scheme(rawValue: words[1]) ?? .fivebar
        style = Counter.Style(rawValue: words[2]) ?? .fractal
        if words.count > 3, Self.isTag(words[3]) { language = words[3] }
        let off = words.count < 5 ? [] : words[4].split(separator: "-")
        buzzes = !off.contains("still")
        hasKeys = !off.contains("keyless")
        hasBadge = !off.contains("badgeless")
    }

    /// Whether the text can be a language tag: the cookie's value is sent back in a cookie.
    private static func isTag(_ text: String) -> Bool {
        (2...12).contains(text.utf8.count)
            && text.utf8.allSatisfy {
                $0 == UInt8(ascii: "-") || UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0 | 0x20
            }
    }

    /// The cookie's value.
    var text: String {
        var words = [theme.rawValue, scheme.rawValue, style.rawValue]
        let off = switchedOff
        if language != nil || !off.isEmpty { words.append(language ?? "") }
        if !off.isEmpty { words.append(off) }
        return words.joined(separator: ".")
    }

    /// The default-on features that are off, as words of the cookie; empty if none.
    var switchedOff: String {
        guard !buzzes || !hasKeys || !hasBadge else { return "" }
        let words = [(buzzes, "still"), (hasKeys, "keyless"), (hasBadge, "badgeless")]
        return words.compactMap { $0.0 ? nil : $0.1 }.joined(separator: "-")
    }

    /// Gaps in every page that depend on the visitor.
    enum Gap: String, Sendable { case appearance, browserColors, following }

    func fill(_ gap: Gap) -> String {
        switch gap {
        case .appearance: attributes
        case .following: ""
        case .browserColors:
            switch theme {
            case .system: Self.followingSystem
            case .light: Self.light
            case .dark: Self.dark
            }
        }
    }

    /// Attributes of the page's root element.
    private var attributes: String {
        var text = ""
        if theme != .system { text += " data-theme=\"\(theme.rawValue)\"" }
        if scheme != .fivebar { text += " data-scheme=\"\(scheme.rawValue)\"" }
        // Of new counters.
        if style != .fractal { text += " data-new-style=\"\(style.rawValue)\"" }
        if !buzzes { text += " data-still" }
        if !hasKeys { text += " data-keys=\"off\"" }
        if !hasBadge { text += " data-app-badge=\"off\"" }
        return text
    }

    private static let followingSystem = colors(
        "light dark", (lightPaper, " media=\"(prefers-color-scheme: light)\""),
        (darkPaper, " media=\"(prefers-color-scheme: dark)\""))
    private static let light = colors("light", (lightPaper, ""))
    private static let dark = colors("dark", (darkPaper, ""))

    /// The style sheet's `--paper`, used for the browser's own bars.
    static let lightPaper = "#faf7f0"
    private static let darkPaper = "#171512"

    private static func colors(_ scheme: String, _ papers: (color: String, media: String)...) -> String {
        let metas = papers.map { "<meta name=\"theme-color\" content=\"\($0.color)\"\($0.media)>" }
        return (["<meta name=\"color-scheme\" content=\"\(scheme)\">"] + metas).joined(separator: "\n")
    }
}
