// A drawn page whose changing parts are left open: templates are drawn once,
// and a tap only fills gaps.

import NIOCore

/// A drawn template with gaps, named by the cases of `Gap`.
///
/// It is drawn from a page whose values are ``gap(_:)`` marks. What fills a gap
/// must be escaped already.
struct Skeleton<Gap: RawRepresentable<String> & Sendable>: Sendable {
    private enum Part: Sendable {
        case text(ByteBuffer)
        case gap(Gap)
    }
    private let parts: [Part]
    /// Of what is drawn, in bytes.
    let size: Int

    /// The mark that leaves a gap. No text of a page has its characters:
    /// titles are kept without control characters.
    static func gap(_ gap: Gap) -> String { "\u{1}\(gap.rawValue)\u{2}" }

    init(_ text: String) {
        var parts: [Part] = []
        for (place, piece) in text.split(separator: "\u{1}", omittingEmptySubsequences: false).enumerated() {
            let halves = piece.split(separator: "\u{2}", maxSplits: 1, omittingEmptySubsequences: false)
            if place > 0, halves.count == 2, let gap = Gap(rawValue: String(halves[0])) {
                parts.append(.gap(gap))
            }
            if let rest = halves.last { parts.append(.text(ByteBuffer(string: String(rest)))) }
        }
        self.parts = parts
        size = text.utf8.count
    }

    /// The page in parts, of which none was copied.
    func parts(_ fill: (Gap) -> [ByteBuffer]) -> [ByteBuffer] {
        parts.flatMap { part in
            switch part {
            case .text(let text): [text]
            case .gap(let gap): fill(gap)
            }
        }
    }

    /// The page with its gaps filled, in one piece.
    ///
    /// - Parameter extra: About how many bytes the gaps take.
    func filled(extra: Int, _ fill: (Gap, inout ByteBuffer) -> Void) -> ByteBuffer {
        var page = ByteBuffer()
        page.reserveCapacity(size + extra)
        for part in parts {
            switch part {
            case .text(let text): page.writeImmutableBuffer(text)
            case .gap(let gap): fill(gap, &page)
            }
        }
        return page
    }
}
