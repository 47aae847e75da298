// The shapes: that a page contains those its counts refer to, their size, and golden drawings.

import Figures
import Testing

@Suite struct MarkShapesTests {
    private static let all = MarkShapes.everything

    private func names(_ attribute: String, in text: String) -> [Substring] {
        text.split(separator: " \(attribute)=\"").dropFirst().map { $0.prefix { $0 != "\"" } }
    }

    @Test(arguments: MarkStyle.allCases)
    func `a page has every shape that its counts refer to, a tap ahead`(_ style: MarkStyle) {
        for count in Counts.known + Counts.random.prefix(1000) {
            let markup = style.shapes(for: count).markup
            let drawn = [count, count == .max ? count : count + 1].map { style.svg($0) { String($0) } }
            let defined = Set(names("id", in: markup))
            let used = Set((drawn + [markup]).flatMap { names("href", in: $0) }.map { $0.dropFirst() })
            #expect(used.isSubset(of: defined), "\(count)")
        }
    }

    @Test(arguments: MarkStyle.allCases)
    func `the shapes of one drawing are those it refers to, and no others`(
        _ style: MarkStyle
    ) {
        for count in Counts.known + Counts.random.prefix(1000) {
            let drawing = style.svg(count, in: .tall) { String($0) }
            let markup = MarkShapes.markup(for: drawing)
            let defined = names("id", in: markup).dropFirst(), isKnown = Set(defined)
            let used = Set(names("href", in: drawing + markup).map { $0.dropFirst() })
            #expect(used.isSubset(of: isKnown) && isKnown.count == defined.count, "\(count)")
            // Strokes have names of their own, by which a script draws them.
            #expect(isKnown.subtracting(used).allSatisfy { $0.hasSuffix("s") }, "\(count)")
        }
    }

    @Test func `every shape has a name of its own`() {
        let names = names("id", in: Self.all.markup)
        #expect(Set(names).count == names.count)
    }

    @Test func `shapes are small`() {
        #expect(Self.all.markup.utf8.count <= 31_500)
        #expect(MarkStyle.fractal.shapes(for: 19).markup.utf8.count <= 3900)
        #expect(MarkStyle.fractal.shapes(for: 89).markup.utf8.count <= 5900)
    }

    @Test func `the shapes are those agreed on`() throws {
        let lines = Self.all.markup.replacing("<g id", with: "\n<g id") + "\n"
        try expectGolden(lines, "shapes.svg.txt")
    }

    @Test func `the browser is given the same shapes, by group`() {
        let module = MarkShapes.module
        #expect(module.hasPrefix("export const shapes = {gates:'<g id=\"a1\">"))
        for name in names("id", in: Self.all.markup) where !name.hasPrefix("shapes") {
            #expect(module.contains("id=\"\(name)\""))
        }
        #expect(!module.dropFirst(24).contains("\\"))
    }
}
