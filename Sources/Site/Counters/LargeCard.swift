// A large drawing of a single counter, for its own page and the full screen.

import Figures
import Ledger

struct LargeCard: Sendable {
    let geometry: String
    let shapesModule: String
    let flourishes: String
    let id: Counter.ID
    let title: String
    let color: Int
    let isLong: Bool
    let count: Int64
    let revision: Int64
    let style: String
    let step: Int64
    let addLabel: String
    let subtractLabel: String
    /// As HTML, which may break between groups of digits.
    let formattedCount: String
    let label: String
    let marks: String
    let shapes: String
    /// The frames of the drawings, for the browser's script.
    let frames: String

    /// - Parameter frames: One drawing is made for each.
    init(_ counter: Counter, in frames: [MarkFrame], _ words: Words, _ links: Links) {
        geometry = links.geometry
        shapesModule = links.shapes
        shapes = counter.shapes.markup
        self.frames = frames.map(\.rawValue).joined(separator: " ")
        flourishes = links.flourishes
        id = counter.id
        title = counter.title
        color = counter.colorClass
        isLong = counter.isLong
        count = counter.count
        revision = counter.revision
        style = counter.style.rawValue
        step = counter.step
        addLabel = words.add(counter.step)
        subtractLabel = words.subtract(counter.step)
        formattedCount = words.breakable(counter.count)
        label = words.spoken(counter.count, counter.style)
        marks = frames.map { words.drawing(of: counter, in: $0) }.joined()
    }
}
