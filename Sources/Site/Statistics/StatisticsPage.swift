// The statistics page's model: finished texts and charts.

import Ledger

/// Figures and charts of a counter, or of all counters together.
struct StatisticsPage: Page {
    static let template = "Statistics/statistics"

    struct Subject: Sendable {
        let id: Counter.ID
        let title: String
        let address: String
        let color: Int
    }

    /// The period's total, which stands first. The numbers are HTML, in which long ones may break.
    struct Lead: Sendable {
        let total: String
        /// How much that is a day, if a day has passed.
        let sentence: String?
        /// The total as marks; nil for counters of several styles together.
        let marks: String?
        let shapes: String
    }

    struct PeriodLink: Sendable {
        let address: String
        let name: String
        let isChosen: Bool
    }

    /// A named figure, and its detail: when it was, or how much; both as HTML.
    struct Figure: Sendable {
        let name: String
        /// The day that it is named by; nil for others.
        let date: String?
        let value: String
        let detail: String?
    }

    /// A chart, and the same numbers as a table.
    struct Chart: Sendable {
        struct Row: Sendable {
            let place: String
            /// As HTML.
            let marks: String
        }
        let id: String
        let caption: String
        let drawing: String
        let column: String
        let rows: [Row]
    }

    /// Nil for all counters together.
    let counter: Subject?
    let periods: [PeriodLink]
    /// Shown instead of figures if nothing was counted.
    let empty: Emptiness?
    let lead: Lead?
    let figures: [Figure]
    let charts: [Chart]
    /// The day it is made on, and the hour at which it began.
    let today: String
    let dayStart: Int
    /// The IANA name of the time zone.
    let zone: String
    let zoneSentence: String
    /// When days begin; nil for midnight.
    let daysBegin: String?
}

extension StatisticsPage.Lead {
    /// - Parameter style: Nil for counters of several styles together.
    init(_ statistics: Statistics, _ style: Counter.Style?, _ words: Words) {
        let total = statistics.total
        self.total = words.breakable(total)
        sentence = statistics.perDay.map { words.breakable(words(.statisticsADay, words.text(of: $0))) }
        marks = style.map { words.drawing(of: total, $0) }
        shapes = style.map { $0.marks.shapes(for: total).markup } ?? ""
    }
}

extension Statistics.Period: Named {
    var phrase: Phrase {
        switch self {
        case .sevenDays: .periodSevenDays
        case .thirtyDays: .periodThirtyDays
        case .twelveWeeks: .periodTwelveWeeks
        case .twelveMonths: .periodTwelveMonths
        case .all: .periodAll
        }
    }
}
