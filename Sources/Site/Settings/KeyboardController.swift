// The keys that work on the list of counters.

import Hummingbird

struct KeyboardPage: Page {
    static let template = "Settings/keyboard"

    struct Row: Sendable {
        let keys: [String]
        let meaning: String
    }
    let keys: [Row]
}

struct KeyboardController: Sendable {
    func show(_ request: Request, _ context: SiteContext) async throws -> Response {
        guard let words = context.voice?.words else { throw HTTPError(.internalServerError) }
        let keys: [([String], Phrase)] = [
            (["j", "↓"], .keyNext), (["k", "↑"], .keyPrevious), (["+"], .keyAdd), (["−"], .keySubtract),
            (["u"], .keyUndo), (["n"], .keyNew), (["e"], .keyArrange), (["/"], .keySearch),
            (["?"], .keyList),
        ]
        return try .page(
            KeyboardPage(keys: keys.map { .init(keys: $0, meaning: words[$1]) }), in: context.voice)
    }
}
