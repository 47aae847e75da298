// Accessible names of a counter's buttons.

extension Words {
    func add(_ step: Int64) -> String { step == 1 ? self[.counterAdd] : self(.addStep, number(step)) }

    func subtract(_ step: Int64) -> String {
        step == 1 ? self[.counterSubtract] : self(.subtractStep, number(step))
    }
}
