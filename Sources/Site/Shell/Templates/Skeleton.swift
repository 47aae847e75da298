// A prerendered page with gaps for its changing parts: templates are rendered
// once, and a tap only fills gaps.

import NIOCore

/// What nobody can type: typed text must not be taken for a gap's marker.
enum GapSecret {
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

    fileprivate init(parts: [Part]) {
        self.parts = parts
        size = parts.reduce(0) {
            if case .text(let text) = $1 { $0 + text.readableBytes } else { $0 }
        }
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

    /// The page with only those gaps left that `Rest` has as well; a gap without a value is closed. Texts that meet become
    /// one: each that a response is sent in takes as long as kilobytes of it.
    func filled<Rest>(with values: [Gap: ByteBuffer], leaving _: Rest.Type) -> Skeleton<Rest> {
        var filled: [Skeleton<Rest>.Part] = [], text = ByteBuffer()
        for part in parts {
            switch part {
            case .text(let next): text.writeImmutableBuffer(next)
            case .gap(let gap):
                if let rest = Rest(rawValue: gap.rawValue) {
                    filled += [.text(text), .gap(rest)]
                    text = ByteBuffer()
                } else if let value = values[gap] {
                    text.writeImmutableBuffer(value)
                }
            }
        }
        return Skeleton<Rest>(parts: filled + [.text(text)])
    }
}
