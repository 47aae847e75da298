// The model of a tutorial page.

import Figures
import Ledger

/// One of the six pages, with sample counters to try.
struct TutorialPage: Page {
    static let template = "Tutorial/tutorial"

    /// A sample's card, which looks like a counter in Views/Counters/card.
    struct Card: Sendable {
        let place: Int
        let title: String
        let color: Int
        let style: String
        let count: Int64
        let formattedCount: String
        let label: String
        let marks: String
        /// The counts after a tap on plus and minus.
        let more: Int64
        let less: Int64
        let isCollapsed: Bool
        let isExpanded: String
        let nextFolded: String
        let showsOptions: Bool
        let hasMenuOpen: String
        let nextOptions: String
        /// The names of the form's fields.
        let countName: String
        let foldedName: String
        let optionsName: String
        let askedName: String
        /// The forms' hidden fields.
        let whenCounting: [Trial.Field]
        let whenFolding: [Trial.Field]
    }

    /// Appearances to try.
    struct Looks: Sendable {
        let schemes: [Choice]
        let styles: [Choice]
        let themes: [Choice]
        let withScheme: [Trial.Field]
        let withStyle: [Trial.Field]
        let withTheme: [Trial.Field]
    }

    let number: Int
    let heading: String
    let sentence: String
    /// "2 of 6"
    let place: String
    let address: String
    let back: String?
    let next: String?
    let geometry: String
    let shapesModule: String
    let shapes: String
    let scheme: String
    let theme: String
    let cards: [Card]
    /// The whole state, for forms that change none of it.
    let tried: [Trial.Field]
    let looks: Looks?
    /// Whether the confirmation for resetting a sample is shown.
    let isAsked: Bool
    let question: String
    let resetName: String
    let whenResetting: [Trial.Field]
    /// Where a "no" leads, and which control it focuses.
    let cancel: String
    let askedPlace: Int

    init(_ trial: Trial, _ words: Words, links: Links) {
        let step = trial.step
        number = step.rawValue
        heading = words[step.heading]
        sentence = words[step.sentence]
        place = words(
            .tutorialPlace, words.number(Int64(number)), words.number(Int64(TutorialStep.allCases.count)))
        address = links.tutorial(page: number)
        back = TutorialStep(rawValue: number - 1).map { links.tutorial(page: $0.rawValue) }
        next = TutorialStep(rawValue: number + 1).map { links.tutorial(page: $0.rawValue) }
        geometry = links.geometry
        shapesModule = links.shapes
        shapes =
            trial.samples.reduce(into: MarkShapes()) { $0.formUnion($1.style.marks.shapes(for: $1.count)) }
            .markup
        scheme = trial.look.scheme.rawValue
        theme = trial.look.theme.rawValue
        cards = trial.samples.enumerated().map { Card($1, place: $0 + 1, trial, words) }
        tried = trial.fields()
        looks = step == .settings ? Looks(trial, words) : nil

        let asked = trial.samples.firstIndex(where: \.isAsked)
        isAsked = asked != nil
        question = asked.map { words(.resetQuestion, words[trial.samples[$0].title]) } ?? ""
        askedPlace = (asked ?? 0) + 1
        resetName = Sample.Part.count.name(askedPlace)
        whenResetting = trial.fields(except: resetName)
        cancel = trial.address(links, at: "options-\(askedPlace)")
    }
}

extension TutorialPage.Card {
    init(_ sample: Sample, place: Int, _ trial: Trial, _ words: Words) {
        self.place = place
        title = words[sample.title]
        color = sample.color
        style = sample.style.rawValue
        count = sample.count
        formattedCount = words.number(sample.count)
        label = words.spoken(sample.count, sample.style)
        marks = words.drawing(of: sample.count, sample.style)
        more = min(sample.count + 1, Sample.counts.upperBound)
        less = max(sample.count - 1, Sample.counts.lowerBound)
        isCollapsed = sample.isFolded
        isExpanded = sample.isFolded ? "false" : "true"
        nextFolded = sample.isFolded ? "no" : "yes"
        showsOptions = sample.showsOptions
        hasMenuOpen = sample.showsOptions ? "true" : "false"
        nextOptions = sample.showsOptions ? "no" : "yes"
        countName = Sample.Part.count.name(place)
        foldedName = Sample.Part.folded.name(place)
        optionsName = Sample.Part.options.name(place)
        askedName = Sample.Part.asked.name(place)
        whenCounting = trial.fields(except: countName)
        whenFolding = trial.fields(except: foldedName)
    }
}

extension TutorialPage.Looks {
    init(_ trial: Trial, _ words: Words) {
        let look = trial.look
        schemes = words.choices(Appearance.Scheme.self, chosen: look.scheme)
        styles = words.choices(Counter.Style.self, chosen: look.style)
        themes = words.choices(Appearance.Theme.self, chosen: look.theme)
        withScheme = trial.fields(except: "scheme")
        withStyle = trial.fields(except: "style")
        withTheme = trial.fields(except: "theme")
    }
}
