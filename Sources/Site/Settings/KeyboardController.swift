// The page about the keyboard shortcuts of the list of counters.

import Hummingbird

struct KeyboardPage: Page {
    static let template = "Settings/keyboard"

    struct Row: Sendable {
        let keys: [String]
        let meaning: String
    }
    let keys: [Row]
    /// Whether single-key shortcuts are on, and where to change that.
    let state: String
}

struct KeyboardController: Sendable {
    func show(_ request: Request, _ context: PageContext) async throws -> Response {
        let presentation = context.presentation
        let words = presentation.words
        let keys: [([String], Phrase)] = [
            (["j", "↓"], .keyNext), (["k", "↑"], .keyPrevious), (["+"], .keyAdd), (["−"], .keySubtract),
            (["u"], .keyUndo), (["n"], .keyNew), (["e"], .keyArrange), (["/"], .keySearch),
            (["?"], .keyList),
        ]
        let page = KeyboardPage(
            keys: keys.map { .init(keys: $0, meaning: words[$1]) },
            state: words[presentation.appearance.hasKeys ? .keysOn : .keysOff])
        return try .page(page, in: presentation)
    }
}
