// How `fivebar top` looks.

import Ledger
import Site

/// One look at all processes that serve a database.
struct TopText {
    let paces: [Pace]
    let database: String
    let bytes: Int64
    let walBytes: Int64
    /// The time, as it is shown.
    let time: String

    /// For a terminal: a line for each process, and what they do together.
    var table: [String] {
        let heading = [
            "process", "version", "up", "memory", "streams", "requests/s", "taps/s", "changes/s", "waiting",
            "commits/s", "ms each",
        ]
        let rows = paces.map { pace in
            let activity = pace.activity
            return [
                "\(activity.process)", activity.version.terminalSafe, Self.duration(activity.uptime),
                Self.size(activity.memory), "\(activity.streams)", Self.number(pace.requests.sum),
                Self.number(pace.taps), Self.number(pace.operations.sum), "\(activity.writes.waiting)",
                Self.number(pace.commits), pace.commitTime.map(Self.number) ?? "-",
            ]
        }
        let widths = heading.indices.map { column in ([heading] + rows).map { $0[column].count }.max() ?? 0 }
        let lines = ([heading] + rows).map { row in
            row.indices.map { String(repeating: " ", count: widths[$0] - row[$0].count) + row[$0] }
                .joined(separator: "  ")
        }
        return ["\(time)  \(database): \(Self.size(bytes)), and \(Self.size(walBytes)) in the WAL", ""]
            + lines + [""]
            + [
                Self.line("requests/s", paces.map(\.requests)), Self.line("answers/s", paces.map(\.answers)),
                Self.line("changes/s", paces.map(\.operations)),
            ]
    }

    /// For programs, and files: a line for each process, of names with their values.
    var lines: [String] {
        paces.map { pace in
            let activity = pace.activity
            var values: [(String, String)] = [
                ("time", time), ("process", "\(activity.process)"),
                ("version", activity.version.terminalSafe), ("up", "\(Int(clamping: activity.uptime))"),
                ("memory", "\(activity.memory)"), ("streams", "\(activity.streams)"),
                ("requests", Self.number(pace.requests.sum)), ("taps", Self.number(pace.taps)),
                ("changes", Self.number(pace.operations.sum)), ("waiting", "\(activity.writes.waiting)"),
                ("commits", Self.number(pace.commits)),
                ("commit_ms", pace.commitTime.map(Self.number) ?? "-"), ("database", "\(bytes)"),
                ("wal", "\(walBytes)"),
            ]
            for (group, rates) in [
                ("requests", pace.requests), ("answers", pace.answers), ("changes", pace.operations),
            ] {
                values += rates.ranked.map { ("\(group).\($0.name.terminalSafe)", Self.number($0.rate)) }
            }
            return values.map { "\($0)=\($1)" }.joined(separator: " ")
        }
    }

    private static func line(_ name: String, _ rates: [[String: Double]]) -> String {
        let all = rates.reduce([:], +).ranked.map { "\($0.name.terminalSafe) \(number($0.rate))" }
        let margin = String(repeating: " ", count: max(1, 12 - name.count))
        return name + margin + (all.isEmpty ? "none" : all.joined(separator: ", "))
    }

    /// With one digit after the point below 100.
    static func number(_ value: Double) -> String {
        guard value.isFinite, value >= 0, value < 100 else { return "\(Int(clamping: value))" }
        let tenths = Int((value * 10).rounded())
        return "\(tenths / 10).\(tenths % 10)"
    }

    static func size(_ bytes: Int64) -> String {
        bytes < 10 << 10
            ? "\(bytes) B" : bytes < 10 << 20 ? "\(bytes >> 10) KB" : "\(bytes >> 20) MB"
    }

    /// In the largest unit of which there are two.
    static func duration(_ seconds: Double) -> String {
        let seconds = Int(clamping: seconds)
        let units = [("d", 86_400), ("h", 3600), ("min", 60)]
        let unit = units.first { seconds >= 2 * $0.1 }
        return unit.map { "\(seconds / $0.1) \($0.0)" } ?? "\(seconds) s"
    }
}

extension Int {
    /// What lies beyond is the nearest; what is no number is 0.
    fileprivate init(clamping value: Double) {
        self = value.isNaN ? 0 : Int(Swift.min(Swift.max(value, -1e15), 1e15))
    }
}
