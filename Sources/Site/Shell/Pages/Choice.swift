// An option of a form, for templates.

import Ledger

/// An option with its name.
struct Choice: Sendable {
    let value: String
    let name: String
    let isChosen: Bool
}

/// Options whose names are in the catalog.
protocol Named: RawRepresentable<String>, CaseIterable, Equatable {
    var phrase: Phrase { get }
}

extension Words {
    func choices<Kind: Named>(_ kind: Kind.Type, chosen: Kind) -> [Choice] {
        Kind.allCases.map { Choice(value: $0.rawValue, name: self[$0.phrase], isChosen: $0 == chosen) }
    }
}

extension Appearance.Theme: Named {
    var phrase: Phrase {
        switch self {
        case .system: .themeSystem
        case .light: .themeLight
        case .dark: .themeDark
        }
    }
}

extension Appearance.Scheme: Named {
    var phrase: Phrase {
        switch self {
        case .fivebar: .schemeFivebar
        case .blue: .schemeBlue
        case .pink: .schemePink
        case .flat: .schemeFlat
        case .orchard: .schemeOrchard
        case .harbour: .schemeHarbour
        }
    }
}

extension Counter.Style: Named {
    var phrase: Phrase {
        switch self {
        case .fractal: .styleFractal
        case .western: .styleWestern
        case .zheng: .styleZheng
        }
    }
}
