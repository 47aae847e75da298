// A count as a drawing, and as text for screen readers.

import Figures
import Ledger

extension Words {
    /// The counter's marks, as markup for a page that contains their shapes.
    func drawing(of counter: Counter, in frame: MarkFrame = .wide) -> String {
        drawing(of: counter.count, counter.style, in: frame)
    }

    /// A count's marks, as markup for a page that contains their shapes.
    func drawing(of count: Int64, _ style: Counter.Style, in frame: MarkFrame = .wide) -> String {
        style.marks.svg(count, in: frame, format: number)
    }

    /// What was counted of a daily target, or beyond it.
    func counted(
        _ count: Int64, of target: Int64, _ phrase: Phrase = .goalsCounted,
        more: Phrase = .goalsCountedMore
    ) -> String {
        self(count > target ? more : phrase, number(count), number(target))
    }

    /// A count in words that describe its drawing: "147: 1 hundred, 1
    /// twenty-five, 4 fives and 2 marks".
    func spoken(_ count: Int64, _ style: Counter.Style) -> String {
        guard count > 0 else { return self[.marksNone] }
        var parts = style == .fractal ? complete(count) : []
        let rest = style == .fractal ? count % 25 : count
        if rest >= 5 { parts.append(self(.marksGates, number: rest / 5)) }
        if rest % 5 > 0 { parts.append(self(.marksStrokes, number: rest % 5)) }
        let last = parts.removeLast()
        let sentence =
            parts.isEmpty ? last : self(.marksAnd, parts.joined(separator: self[.marksSeparator]), last)
        return self(.marksLabel, number(count), sentence)
    }

    /// The groups that fractal marks complete, largest first.
    private func complete(_ count: Int64) -> [String] {
        var parts: [String] = []
        var power: Int64 = 1_000_000_000_000_000_000
        while power >= 10_000 {
            let units = count / power % 100
            if units > 0 { parts.append(self(.marksPowers, number(units), number(power))) }
            power /= 100
        }
        for (phrase, units) in [
            (Phrase.marksThousands, count / 1000 % 10), (.marksHundreds, count / 100 % 10),
            (.marksTwentyFives, count % 100 / 25),
        ] where units > 0 {
            parts.append(self(phrase, number: units))
        }
        return parts
    }
}

extension Counter.Style {
    /// The figure that draws it.
    var marks: MarkStyle {
        switch self {
        case .fractal: .fractal
        case .western: .western
        case .zheng: .zheng
        }
    }
}

extension Counter {
    /// The shapes that a page with the counter must contain.
    var shapes: MarkShapes { style.marks.shapes(for: count) }
}
