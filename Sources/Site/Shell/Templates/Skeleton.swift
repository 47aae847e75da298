// A prerendered page with gaps for its changing parts: templates are rendered
// once, and a tap only fills gaps.

import NIOCore

/// What nobody can type: typed text must not be taken for a gap's marker.
private enum GapSecret {
    static let text = String(UInt64.random(in: .min ... .max), radix: 36)
}

/// A rendered template with gaps, identified by the cases of `Gap`.
///
/// It is rendered from a page whose values are ``gap(_:)`` markers. Gap values
/// must already be escaped.
struct Skeleton<Gap: RawRepresentable<String> & Sendable>: Sendable {
    enum Part: Sendable {
        case text(ByteBuffer)
        case gap(Gap)
    }
    let parts: [Part]
    /// The size of the rendered text, in bytes.
    let size: Int

    /// The marker for a gap.
    static func gap(_ gap: Gap) -> String { "\u{1}\(GapSecret.text)\(gap.rawValue)\u{2}" }

    init(_ text: String) {
        var parts: [Part] = []
        for (place, piece) in text.split(separator: "\u{1}", omittingEmptySubsequences: false).enumerated() {
            let halves = piece.split(separator: "\u{2}", maxSplits: 1, omittingEmptySubsequences: false)
            if place > 0, halves.count == 2, halves[0].hasPrefix(GapSecret.text),
                let gap = Gap(rawValue: String(halves[0].dropFirst(GapSecret.text.count)))
            {
                parts.append(.gap(gap))
            }
            if let rest = halves.last { parts.append(.text(ByteBuffer(string: String(rest)))) }
        }
        self.parts = parts
        size = text.utf8.count
    }

    /// The page with its gaps filled, as one buffer.
    ///
    /// - Parameter extra: The approximate size of the gap values, in bytes.
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
