// An option of a form, for templates.

import Ledger

/// An option with its name.
struct Choice: Sendable {
    let value: String
    let name: String
    let isChosen: Bool
    /// What is heard besides, where the name is a sign.
    var spoken: String? = nil
}

/// Options whose names are in the catalog.
protocol Named: RawRepresentable<String>, CaseIterable, Equatable {
    var phrase: Phrase { get }
    /// What is heard besides; nil where the name can be spoken.
    var spokenPhrase: Phrase? { get }
}

extension Named {
    var spokenPhrase: Phrase? { nil }
}

extension Words {
    func choices<Kind: Named>(_ kind: Kind.Type, chosen: Kind) -> [Choice] {
        Kind.allCases.map { kind in
            Choice(
                value: kind.rawValue, name: self[kind.phrase], isChosen: kind == chosen,
                spoken: kind.spokenPhrase.map { self[$0] })
        }
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

    var spokenPhrase: Phrase? { self == .zheng ? .styleZhengSpoken : nil }
}
