// How fast a process works, from two looks at what it has done.

import Site

/// What a process did between two looks, a second.
struct Pace: Hashable {
    /// Of the later look.
    let activity: Activity
    let requests: [String: Double]
    let answers: [String: Double]
    let operations: [String: Double]
    let commits: Double
    /// Milliseconds for each commit; nil if there was none.
    let commitTime: Double?

    /// Nil where the process has not told anything since, or is another one with the same number.
    init?(from earlier: Activity, to later: Activity) {
        let time = later.uptime - earlier.uptime
        guard later.process == earlier.process, time > 0 else { return nil }
        func rates(_ part: (Activity) -> [String: Int]) -> [String: Double] {
            part(later).compactMapValues { number in Double(number) }.reduce(into: [:]) { rates, pair in
                let rate = (pair.value - Double(part(earlier)[pair.key] ?? 0)) / time
                if rate > 0 { rates[pair.key] = rate }
            }
        }
        activity = later
        requests = rates(\.requests)
        answers = rates(\.answers)
        operations = rates(\.writes.operations)
        let count = later.writes.commits - earlier.writes.commits
        commits = Double(count) / time
        commitTime =
            count > 0 ? (later.writes.committing - earlier.writes.committing) * 1000 / Double(count) : nil
    }

    /// Changes that count up or down.
    var taps: Double { (operations["increment"] ?? 0) + (operations["decrement"] ?? 0) }
}

extension [String: Double] {
    var sum: Double { values.reduce(0, +) }

    /// The greatest first, those of a size by their names.
    var ranked: [(name: String, rate: Double)] {
        map { ($0.key, $0.value) }.sorted { ($1.1, $0.0) < ($0.1, $1.0) }
    }

    static func + (one: Self, other: Self) -> Self { one.merging(other, uniquingKeysWith: +) }
}
