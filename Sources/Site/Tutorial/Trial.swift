// What somebody tries on a page of the tutorial. All of it is carried from one
// address to the next, so that it works by plain forms and leaves no trace.

import Hummingbird
import Ledger

/// The samples of a page and their look, as an address says.
struct Trial: Sendable {
    /// Something that a form sends along.
    struct Field: Sendable, Equatable {
        let name: String
        let value: String
    }

    private struct State: Sendable {
        var samples: [Sample]
        var look: Appearance

        /// What lasts from one try to the next. An open menu and a question do not.
        var fields: [Field] {
            var fields: [Field] = []
            for (index, sample) in samples.enumerated() {
                let count = Sample.Part.count.name(index + 1), folded = Sample.Part.folded.name(index + 1)
                fields.append(Field(name: count, value: String(sample.count)))
                fields.append(Field(name: folded, value: sample.isFolded ? "yes" : "no"))
            }
            fields.append(Field(name: "theme", value: look.theme.rawValue))
            fields.append(Field(name: "scheme", value: look.scheme.rawValue))
            fields.append(Field(name: "style", value: look.style.rawValue))
            return fields
        }
    }

    let step: TutorialStep
    private let standard: State
    private var state: State

    var samples: [Sample] { state.samples }
    var look: Appearance { state.look }

    /// - Parameter look: The visitor's own, which the page begins with.
    init(_ step: TutorialStep, query: Parameters, look: Appearance) {
        self.step = step
        standard = State(samples: step.samples(look.style), look: look)
        state = standard
        if step == .settings {
            state.look.theme = query.get("theme", as: Appearance.Theme.self) ?? look.theme
            state.look.scheme = query.get("scheme", as: Appearance.Scheme.self) ?? look.scheme
            state.look.style = query.get("style", as: Counter.Style.self) ?? look.style
            state.samples = step.samples(state.look.style)
        }
        for index in state.samples.indices { state.samples[index].take(query, place: index + 1) }
    }

    /// What a form must send along besides the field it changes: all that is not
    /// as the page begins.
    func fields(except changed: String? = nil) -> [Field] {
        zip(state.fields, standard.fields).compactMap { now, before in
            now != before && now.name != changed ? now : nil
        }
    }

    /// The page's address with all that was tried, and a control to stand at.
    func address(_ links: Links, at control: String) -> String {
        let query = fields().map { "\($0.name)=\($0.value)" }.joined(separator: "&")
        return links.tutorial(page: step.rawValue) + (query.isEmpty ? "" : "?" + query) + "#" + control
    }
}
