// Shows daily totals to the operator: `fivebar stats`.

import ArgumentParser
import Ledger

struct Stats: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Print how often what happened, all visitors together.",
        discussion: """
            Days are UTC's; today is not over yet. `launch` is everybody who came from outside of Fivebar, and \
            the lines below say by what. A running `fivebar serve` adds what was counted once a minute.
            """
    )

    @OptionGroup var installation: Installation

    @Option(help: ArgumentHelp("The last so many days, today among them.", valueName: "number"))
    var days = 30

    @Flag(help: "Print day,event,number, a line a day and event.")
    var csv = false

    @Flag(
        help:
            "Print how much there is, and today's totals, in Prometheus's text format, for a textfile collector."
    )
    var prometheus = false

    func validate() throws {
        guard !csv || !prometheus else {
            throw ValidationError("Ask for --csv or --prometheus, not for both.")
        }
        guard (1...Totals.daysKept).contains(days) else {
            throw ValidationError("Totals are kept for \(Totals.daysKept) days, so ask for 1 to that many.")
        }
    }

    func run() async throws {
        let settings = try installation.settings()
        guard !prometheus else {
            return try await settings.withLedger { ledger in
                print(try Metrics(ledger, settings).text, terminator: "")
            }
        }
        let today = CivilDay(of: settings.site().now(), zoneOffset: 0)
        let first = today.adding(1 - days)
        try await settings.withLedger { ledger in
            let totals = try ledger.totals(from: first, through: today)
            let all = (0..<days).map { first.adding($0) }
            let rows = Self.rows(totals, all)
            print(csv ? Self.lines(rows, all) : Self.table(rows))
        }
    }

    /// The events that occurred, with one number per day.
    private static func rows(_ totals: Totals, _ days: [CivilDay]) -> [Row] {
        let counted = CountedEvent.allCases.map { event in
            Row(name: event.rawValue, numbers: days.map { totals[event, on: $0] })
        }
        let browser = Row(name: "launch.browser", numbers: days.map { totals.browserLaunches(on: $0) })
        return (counted + [browser]).filter { $0.sum(ofLast: days.count) > 0 }
    }

    private struct Row {
        let name: String
        /// The earliest day first.
        let numbers: [Int64]

        func sum(ofLast days: Int) -> Int64 { numbers.suffix(days).reduce(0, +) }
    }

    private static func lines(_ rows: [Row], _ days: [CivilDay]) -> String {
        var lines = ["day,event,number"]
        for (place, day) in days.enumerated() {
            for row in rows where row.numbers[place] > 0 {
                lines.append("\(day),\(row.name),\(row.numbers[place])")
            }
        }
        return lines.joined(separator: "\n")
    }

    private static func table(_ rows: [Row]) -> String {
        guard let days = rows.first?.numbers.count else { return "Nothing was counted in these days." }
        // Sums of today, of a week and of the whole period, unless they coincide.
        let periods = [1, 7, days].filter { $0 <= days }.reduce(into: [Int]()) { periods, days in
            if periods.last != days { periods.append(days) }
        }
        let heading: [String] = [""] + periods.map { $0 == 1 ? "today" : "\($0) days" }
        var cells: [[String]] = [heading]
        for row in rows { cells.append([row.name] + periods.map { String(row.sum(ofLast: $0)) }) }
        let widths: [Int] = heading.indices.map { column in cells.map { $0[column].count }.max() ?? 0 }
        let lines: [String] = cells.map { cells in
            let numbers: [String] = cells.indices.dropFirst().map { column in
                padding(cells[column], to: widths[column]) + cells[column]
            }
            let name = cells[0] + padding(cells[0], to: widths[0])
            return ([name] + numbers).joined(separator: "   ")
        }
        return lines.joined(separator: "\n")
    }

    /// The spaces that pad a text to its column's width.
    private static func padding(_ text: String, to width: Int) -> String {
        String(repeating: " ", count: max(0, width - text.count))
    }
}
