// What `fivebar check` found out about one thing, for people and for programs.

/// A line of `fivebar check`.
struct CheckResult: Encodable, Hashable {
    enum Outcome: String, Encodable {
        case ok
        /// Fivebar works, but not as well or as safely as it could.
        case warning
        /// People notice, or will.
        case fault
    }

    let check: String
    let outcome: Outcome
    /// What is so, in a sentence.
    let says: String
    /// The command or the setting to change; empty where all is well.
    let mend: String

    static func ok(_ check: String, _ says: String) -> Self {
        Self(check: check, outcome: .ok, says: says, mend: "")
    }

    static func warning(_ check: String, _ says: String, mend: String) -> Self {
        Self(check: check, outcome: .warning, says: says, mend: mend)
    }

    static func fault(_ check: String, _ says: String, mend: String) -> Self {
        Self(check: check, outcome: .fault, says: says, mend: mend)
    }

    /// The text of a report. A mend that several results share is told once, below the last of them.
    static func lines(_ results: [CheckResult]) -> [String] {
        let width = "warning".count + 2
        return results.indices.flatMap { place in
            let result = results[place], name = result.outcome.rawValue
            let margin = String(repeating: " ", count: width)
            let line = "\(name)\(margin.dropFirst(name.count))\(result.check): \(result.says)"
            let isShared = place + 1 < results.count && results[place + 1].mend == result.mend
            return result.mend.isEmpty || isShared ? [line] : [line, margin + result.mend]
        }
    }
}
