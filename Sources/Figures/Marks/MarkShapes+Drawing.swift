// The shapes of a single drawing, for a page that has to be small and is drawn anew at each count.

extension MarkShapes {
    /// The shapes that a drawing consists of, and no others, for inclusion in its page.
    ///
    /// - Parameter drawing: Made by ``MarkStyle/svg(_:in:format:)``.
    public static func markup(for drawing: String) -> String {
        var needed: Set<Substring> = [], open = references(in: drawing)
        while let name = open.popLast() {
            guard needed.insert(name).inserted, let shape = shapes[name] else { continue }
            open += shape.parts
        }
        let texts = names.filter(needed.contains).compactMap { shapes[$0]?.text }
        return "\(opening)\(texts.joined())\(closing)"
    }

    /// A shape's definition, and the shapes that it places.
    private struct Shape: Sendable {
        let text: String
        let parts: [Substring]
    }

    /// The names of all shapes, in the order of their definitions, and the shapes.
    private static let (names, shapes): ([Substring], [Substring: Shape]) = {
        var names: [Substring] = [], shapes: [Substring: Shape] = [:]
        for group in all {
            var text = "", depth = 0
            for tag in Self.text(of: group.shapes).split(separator: "<") {
                text += "<" + tag
                if tag.hasPrefix("/") { depth -= 1 } else if !tag.hasSuffix("/>") { depth += 1 }
                guard depth == 0 else { continue }
                if let name = values(of: " id=\"", in: text).first {
                    names.append(name)
                    shapes[name] = Shape(text: text, parts: references(in: text))
                }
                text = ""
            }
        }
        return (names, shapes)
    }()

    /// The names of the shapes that a markup places.
    private static func references(in markup: String) -> [Substring] { values(of: " href=\"#", in: markup) }

    private static func values(of attribute: String, in markup: String) -> [Substring] {
        markup.split(separator: attribute, omittingEmptySubsequences: false).dropFirst()
            .map { $0.prefix { $0 != "\"" } }
    }
}
