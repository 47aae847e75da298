// The dots of goals: their order, names and size, and golden drawings.

import Figures
import Testing

@Suite struct DotGridTests {
    private static let words = DotWords(
        done: "done", partial: "%@ % done", missed: "missed", future: "to come", open: "open", today: "today",
        note: "has a note")

    private func item(
        _ state: Dot.State, isToday: Bool = false, hasNote: Bool = false, label: String = "3 January",
        address: String = "7/", words: DotWords = Self.words
    ) -> String {
        let dot = Dot(date: "2026-01-03", label: label, state: state, isToday: isToday, hasNote: hasNote)
        return DotGrid.items([dot], address: address, words: words)
    }

    @Test func `a day is a link that says its date and its state`() {
        #expect(
            item(.done)
                == #"<li><a href="7/2026-01-03" class="done">3 January, done<svg><circle/></svg></a>"#)
        #expect(item(.missed).contains(#" class="miss">3 January, missed<"#))
        #expect(item(.future).contains(#""7/2026-01-03">3 January, to come<"#))
    }

    @Test func `today and a note are said, and seen without words`() {
        let today = item(.open, isToday: true)
        #expect(today.contains(#" class="open today" aria-current="date">3 January, today, open<"#))
        #expect(item(.future, hasNote: true).contains(#" class="note">3 January, to come, has a note<"#))
        let both = item(.done, isToday: true, hasNote: true)
        #expect(both.contains(#" class="done today note" aria-current="date">"#))
        #expect(both.contains(">3 January, today, done, has a note<"))
    }

    @Test(arguments: [(40, 40), (1, 1), (99, 99), (0, 1), (100, 99), (.min, 1), (.max, 99)] as [(Int, Int)])
    func `a part of a day is drawn as that part, and is neither nothing nor all`(_ percent: Int, _ drawn: Int)
    {
        let item = item(.partial(percent))
        #expect(item.contains(#" class="part">3 January, \#(drawn) % done<svg><circle/><circle "#))
        #expect(item.contains(#"stroke-dasharray="\#(drawn) 100""#))
        #expect(DotGrid.preview([.partial(percent)]).contains(#"stroke-dasharray="\#(drawn) 100""#))
    }

    @Test func `a word without a gap stands as it is`() {
        let words = DotWords(
            done: "", partial: "begun", missed: "", future: "", open: "", today: "", note: "",
            separator: "、")
        #expect(item(.partial(50), label: "1月3日", words: words).contains(">1月3日、begun<"))
    }

    @Test func `text is text and no markup`() {
        let words = DotWords(
            done: "<b>\"&", partial: "", missed: "", future: "", open: "", today: "", note: "")
        let item = item(.done, label: "3 <i>", address: "/a?b=\"&", words: words)
        #expect(item.contains("href=\"/a?b=&quot;&amp;2026-01-03\""))
        #expect(item.contains(">3 &lt;i&gt;, &lt;b&gt;&quot;&amp;<svg>"))
    }

    @Test func `nothing is drawn of no days`() {
        #expect(DotGrid.items([], address: "7/", words: Self.words).isEmpty)
        let preview = DotGrid.preview([])
        #expect(preview == #"<svg class="dot-preview" viewBox="0 0 300 20" aria-hidden="true"></svg>"#)
    }

    @Test func `a drawing names no colour and no style`() {
        let states: [Dot.State] = [.done, .partial(40), .missed, .open, .future]
        let drawings = states.map { item($0, isToday: true, hasNote: true) } + [DotGrid.preview(states)]
        for drawing in drawings {
            for word in ["style=", "fill=", "stroke=\"", "#", "rgb", "oklch"] {
                #expect(!drawing.contains(word), "\(word)")
            }
        }
    }

    @Test(arguments: [(0, 15), (1, 15), (15, 15), (16, 15), (30, 15), (30, 7), (3, 0), (3, -1)])
    func `a preview has each day once, in rows`(_ count: Int, _ columns: Int) throws {
        let states = (0..<count).map { [Dot.State.done, .missed, .future, .open, .partial(3)][$0 % 5] }
        let preview = DotGrid.preview(states, columns: columns)
        let width = max(1, columns), rows = max(1, (count + width - 1) / width)
        #expect(preview.contains("viewBox=\"0 0 \(20 * width) \(20 * rows)\""))
        // A ring's path begins 7 to the left; a partial day is inside a ring.
        let full = preview.matches(of: /M(\d+) (\d+)h0/).compactMap { place(Int($0.1), Int($0.2), width) }
        let rings = preview.matches(of: /M(\d+) (\d+)a7/).compactMap {
            place(Int($0.1).map { $0 + 7 }, Int($0.2), width)
        }
        #expect((full + rings).sorted() == Array(0..<count))
        #expect(full.allSatisfy { [Dot.State.done, .missed].contains(states[$0]) })
        let parts = preview.matches(of: /cx="(\d+)" cy="(\d+)"/).compactMap {
            place(Int($0.1), Int($0.2), width)
        }
        #expect(parts == (0..<count).filter { states[$0] == .partial(3) })
    }

    private func place(_ x: Int?, _ y: Int?, _ columns: Int) -> Int? {
        guard let x, let y, x % 20 == 10, y % 20 == 10 else { return nil }
        return y / 20 * columns + x / 20
    }

    @Test(arguments: DotGoals.all.keys.sorted())
    func `the grid is the one agreed on`(_ name: String) throws {
        let goal = try #require(DotGoals.all[name])
        try expectGolden(
            DotGrid.items(goal.dots, address: "7/", words: goal.words), "dots-\(name).html.txt")
    }

    @Test(arguments: DotGoals.all.keys.sorted().filter { $0.hasPrefix("365") })
    func `a year is at most 40 KB, wherever the app is mounted`(_ name: String) throws {
        let goal = try #require(DotGoals.all[name])
        for address in ["7/", "/goals/1234567/"] {
            let items = DotGrid.items(goal.dots, address: address, words: goal.words)
            #expect(items.utf8.count <= 40_000, "\(address)")
        }
    }

    @Test(arguments: ["30-last", "30-marked", "7-middle"])
    func `the preview is the one agreed on`(_ name: String) throws {
        let goal = try #require(DotGoals.all[name])
        try expectGolden(DotGrid.preview(goal.dots.map(\.state)), "dot-preview-\(name).svg.txt")
    }
}
