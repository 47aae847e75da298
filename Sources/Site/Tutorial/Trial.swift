// The state of a tutorial page. It is carried from address to address, so that it
// works with plain forms and stores nothing.

import Hummingbird
import Ledger

/// The samples of a page and their appearance, as in the address.
struct Trial: Sendable {
    /// A hidden form field.
    struct Field: Sendable, Equatable {
        let name: String
        let value: String
    }

    private struct State: Sendable {
        var samples: [Sample]
        var look: Appearance

        /// The state that persists between steps. An open menu and a confirmation do not.
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

    /// - Parameter look: The visitor's own, as the page's default.
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

    /// The hidden fields of a form, besides the field it changes: everything that
    /// differs from the defaults.
    func fields(except changed: String? = nil) -> [Field] {
        zip(state.fields, standard.fields).compactMap { now, before in
            now != before && now.name != changed ? now : nil
        }
    }

    /// The page's address with its whole state, and a control to focus.
    func address(_ links: Links, at control: String) -> String {
        let query = fields().map { "\($0.name)=\($0.value)" }.joined(separator: "&")
        return links.tutorial(page: step.rawValue, at: control, query: query)
    }
}
