// The model of the settings page.

import Figures
import Ledger

struct SettingsPage: Page {
    static let template = "Settings/settings"

    /// A counter that shows what is being chosen.
    struct Sample: Sendable {
        /// The same count in a style.
        struct Drawing: Sendable {
            let style: String
            let marks: String
            let isChosen: Bool
        }
        let title: String
        let formattedCount: String
        let shapes: String
        let drawings: [Drawing]
    }

    /// The choices for when days and weeks begin.
    struct Calendar: Sendable {
        let dayStarts: [Choice]
        let weekStarts: [Choice]
    }

    let sample: Sample
    let themes: [Choice]
    let schemes: [Choice]
    let styles: [Choice]
    let languages: [Choice]
    /// Whether taps vibrate, and single-key shortcuts and the badge on the app's icon are on.
    let buzzes: Bool
    let hasKeys: Bool
    let hasBadge: Bool
    /// Nil without an account, where it would be stored.
    let calendar: Calendar?
    /// The IANA name of the time zone in effect.
    let zone: String
    let zoneSentence: String
    /// How many counters are in the trash; nil for none.
    let inTrash: String?
}

extension SettingsPage.Sample {
    /// As many marks as show a filed X, a gate and a stroke.
    private static let count: Int64 = 32

    init(_ chosen: Counter.Style, _ words: Words) {
        title = words[.sampleBirds]
        formattedCount = words.number(Self.count)
        shapes =
            Counter.Style.allCases.reduce(into: MarkShapes()) {
                $0.formUnion($1.marks.shapes(for: Self.count))
            }
            .markup
        drawings = Counter.Style.allCases.map {
            Drawing(
                style: $0.rawValue, marks: words.drawing(of: Self.count, $0), isChosen: $0 == chosen)
        }
    }
}

extension SettingsPage.Calendar {
    init(_ chosen: CalendarChoice, _ words: Words) {
        dayStarts = (0..<24).map { hour in
            Choice(
                value: String(hour), name: words.startOfDay(atHour: hour).capitalizedFirst,
                isChosen: hour == chosen.dayStart.hour)
        }
        weekStarts = words.choices(WeekStart.self, chosen: WeekStart(chosen.weekStart))
    }
}
