// Fractal marks: how many, the positions of the caps, their size, and golden drawings.

import Figures
import Testing

@Suite struct FractalMarksTests {
    private static let counts = Counts.known + Counts.random.prefix(1000)

    @Test(arguments: MarkFrame.allCases)
    func `each drawing shows its count`(_ frame: MarkFrame) {
        for count in Counts.known + Counts.random {
            #expect(Drawing(FractalMarks(count, in: frame).svg).count == count)
        }
    }

    @Test func `no two counts share a drawing`() {
        for frame in MarkFrame.allCases {
            var drawings: Set<String> = []
            var counts = 0
            for count in Array(0..<100_000) + Counts.powers.suffix(13) {
                drawings.insert(FractalMarks(count, in: frame).svg)
                counts += 1
            }
            #expect(drawings.count == counts)
        }
        let random = Set(Counts.known + Counts.random)
        #expect(Set(random.map { FractalMarks($0).svg }).count == random.count)
    }

    @Test func `a cap is there exactly when what it closes is complete`() {
        for count in Self.counts where !Counts.powers.dropFirst(2).contains(count) {
            #expect(Drawing(FractalMarks(count).svg).caps == 2 * Int(count % 100 / 25), "\(count)")
        }
    }

    @Test func `the newest mark is at least two pixels wide and twenty tall`() throws {
        for frame in MarkFrame.allCases {
            for count in Self.counts where count % 100 > 0 && !Counts.powers.contains(count) {
                let drawing = Drawing(FractalMarks(count, in: frame).svg)
                let newest = try #require(drawing.strokes.last { $0.kind == "ink" })
                let pixels = 340 / max(drawing.window.width, drawing.window.height * 340 / 224)
                #expect((newest.maxY - newest.minY) * pixels >= 20, "\(count)")
                // A belly of eleven units is two and three quarters in a card.
                #expect(11 * pixels >= 2, "\(count)")
            }
        }
    }

    @Test func `nothing leaves the frame`() {
        for frame in MarkFrame.allCases {
            for count in Self.counts {
                let drawing = Drawing(FractalMarks(count, in: frame).svg)
                let window = drawing.window
                for leaf in drawing.leaves {
                    #expect(leaf.minX >= window.x - 4 && leaf.maxX <= window.x + window.width + 4, "\(count)")
                    #expect(
                        leaf.minY >= window.y - 4 && leaf.maxY <= window.y + window.height + 4, "\(count)")
                }
            }
        }
    }

    @Test func `every drawing of a card fills the same frame`() {
        for count in Self.counts {
            let window = Drawing(FractalMarks(count).svg).window
            #expect(abs(window.width / window.height - 340.0 / 112) < 0.003, "\(count)")
        }
    }

    @Test func `the hand is constant`() {
        func hand(_ count: Int64) -> [Drawing.Leaf] {
            Drawing(FractalMarks(count).svg).strokes.filter { $0.minX >= 1060 }
        }
        for count in Int64(1)..<100 {
            for more: Int64 in [700, 3500, 90_000, 123_400, 9_223_000_000_000_000_100] {
                #expect(hand(100 + count) == hand(more + count))
            }
        }
        // Below 100 what is made stays where it was made.
        for count in Int64(6)..<99 where count % 25 != 24 {
            let before = Set(Drawing(FractalMarks(count).svg).strokes)
            #expect(before.isSubset(of: Drawing(FractalMarks(count + 1).svg).strokes), "\(count)")
        }
    }

    @Test func `what is complete stands about the middle line`() {
        for count in Self.counts where count > 100 {
            let drawing = Drawing(FractalMarks(count).svg)
            for pile in drawing.piles where pile.leaves.allSatisfy({ $0.maxX < 920 }) && !pile.isCapped {
                let boxes = pile.leaves.filter { $0.kind == "box" || $0.kind == "line" }
                guard let top = boxes.map(\.minY).min(), let bottom = boxes.map(\.maxY).max() else {
                    continue
                }
                #expect(abs(top + bottom - 448) <= 24, "\(count)")
            }
        }
    }

    @Test func `neighbours are never the same stamp`() {
        for count: Int64 in [24, 49, 74, 99] {
            let stamps = Drawing(FractalMarks(count).svg).piles.suffix(5).map { $0.name.prefix(1) }
            // Of the five, only the first, the second and the last may have a twin across.
            #expect(Set(stamps.prefix(4)).count == 4, "\(count)")
            #expect(stamps[4] != stamps[0] && stamps[4] != stamps[2] && stamps[4] != stamps[3], "\(count)")
        }
    }

    @Test func `a drawing is small`() {
        func size(_ count: Int64) -> Int { FractalMarks(count).svg.utf8.count }
        let sizes = (Int64(0)...10_000).map(size)
        #expect(sizes[..<100].reduce(0, +) <= 184 * 100)
        #expect(sizes.max() ?? 0 <= 307)
        #expect((Int64(10_001)..<100_000).allSatisfy { size($0) <= 331 })
        #expect((Counts.known + Counts.random).allSatisfy { size($0) < 900 })
        #expect(size(5_555_555_555_555_555_598) < 900)
    }

    @Test(arguments: Counts.agreed)
    func `the drawing is the one agreed on`(_ count: Int64) throws {
        let drawings = MarkFrame.allCases.map { FractalMarks(count, in: $0).svg }
        try expectGolden(drawings.joined(separator: "\n") + "\n", "fractal-\(count).svg.txt")
    }
}
