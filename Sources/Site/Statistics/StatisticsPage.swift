// Statistics as their page shows them: finished texts and drawings.

import Ledger

/// Figures and charts of a counter, or of all together.
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

    /// A figure with its name, and what belongs to it: when it was, or how much.
    struct Figure: Sendable {
        let name: String
        let value: String
        let detail: String?
    }

    /// A drawing, and the same numbers as a table.
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
    /// Said where nothing was counted, in place of figures.
    let nothing: String?
    let figures: [Figure]
    let charts: [Chart]
    /// By its IANA name.
    let zone: String
    let zoneSentence: String
    /// When days begin, where that is not midnight.
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
