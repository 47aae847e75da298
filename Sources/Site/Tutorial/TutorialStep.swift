// The tutorial's pages in order, with their texts and sample counters.

import Ledger

/// A page of the tutorial; its raw value is its number.
enum TutorialStep: Int, CaseIterable, Sendable {
    case welcome = 1
    case tap, collapse, minus, reset, settings

    /// The page in an address, which must be spelled exactly as Fivebar spells it.
    init?(_ text: String) {
        guard let number = Int(text), String(number) == text else { return nil }
        self.init(rawValue: number)
    }

    var heading: Phrase {
        switch self {
        case .welcome: .welcomeHeading
        case .tap: .tapHeading
        case .collapse: .collapseHeading
        case .minus: .minusHeading
        case .reset: .resetHeading
        case .settings: .settingsHeading
        }
    }

    var sentence: Phrase {
        switch self {
        case .welcome: .welcomeSentence
        case .tap: .tapSentence
        case .collapse: .collapseSentence
        case .minus: .minusSentence
        case .reset: .resetSentence
        case .settings: .settingsSentence
        }
    }

    /// The counters in their initial state.
    ///
    /// - Parameter style: The visitor's style for new counters.
    func samples(_ style: Counter.Style) -> [Sample] {
        switch self {
        case .welcome:
            [
                Sample(.sampleBirds, color: 0, style: style, count: 13),
                Sample(.sampleCups, color: 1, style: .western, count: 7),
                Sample(.sampleLaps, color: 2, style: .zheng, count: 24, isFolded: true),
            ]
        case .tap: [Sample(.sampleCups, color: 1, style: style, count: 7)]
        case .collapse: [Sample(.sampleBirds, color: 0, style: style, count: 13)]
        case .minus: [Sample(.sampleLaps, color: 2, style: style, count: 5)]
        case .reset: [Sample(.sampleCups, color: 4, style: style, count: 12)]
        case .settings: [Sample(.sampleBirds, color: 3, style: style, count: 13)]
        }
    }
}
