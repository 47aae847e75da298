// The statistics page's model: finished texts and charts.

import Ledger

/// Figures and charts of a counter, or of all counters together.
struct StatisticsPage: Page {
    static let template = "Statistics/statistics"

    struct Subject: Sendable {
        let title: String
        let address: String
    }

    struct PeriodLink: Sendable {
        let address: String
        let name: String
        let isChosen: Bool
    }

    /// A named figure, and its detail: when it was, or how much.
    struct Figure: Sendable {
        let name: String
        let value: String
        let detail: String?
    }

    /// A chart, and the same numbers as a table.
    struct Chart: Sendable {
        struct Row: Sendable {
            let place: String
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
    let nothing: String?
    let figures: [Figure]
    let charts: [Chart]
    /// The IANA name of the time zone.
    let zone: String
    let zoneSentence: String
    /// When days begin; nil for midnight.
    let daysBegin: String?
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
