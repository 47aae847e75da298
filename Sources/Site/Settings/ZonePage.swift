// The list of all time zones. A page of its own, because the list is longer than
// all other settings.

import Foundation

/// The form for choosing a time zone.
struct ZonePage: Page {
    static let template = "Settings/zone"

    /// Zones with the same prefix, such as those of Europe.
    struct Region: Sendable {
        let name: String
        let zones: [Choice]
    }

    /// The IANA name of the time zone in effect.
    let zone: String
    let zoneSentence: String
    let regions: [Region]

    /// - Parameter chosen: The cookie's value, which may be invalid.
    init(_ zone: ClientZone, chosen: String, _ words: Words) {
        self.zone = zone.name
        zoneSentence = words.sentence(for: zone)
        // A chosen zone that is not in the list is added, so that submitting the
        // form does not lose it.
        let isOther = ClientZone.zone(named: chosen) != nil && !Self.names.contains(chosen)
        let names = isOther ? (Self.names + [chosen]).sorted() : Self.names
        var regions: [(name: String, zones: [Choice])] = []
        for name in names {
            let region = Self.words(of: String(name.prefix { $0 != "/" }))
            if regions.last?.name != region { regions.append((region, [])) }
            let choice = Choice(value: name, name: Self.words(of: name), isChosen: name == chosen)
            regions[regions.count - 1].zones.append(choice)
        }
        self.regions = regions.map { Region(name: $0.name, zones: $0.zones) }
    }

    private static func words(of name: String) -> String { name.replacing("_", with: " ") }

    /// Zones with a location in their name, and UTC. Foundation lists India's
    /// zone only under an outdated name.
    static let names: [String] = {
        let places = TimeZone.knownTimeZoneIdentifiers.filter { $0.contains("/") }
        return Set(places).union(["Asia/Kolkata", "UTC"]).subtracting(["Asia/Calcutta"]).sorted()
    }()
}

extension Words {
    /// The time zone in effect, and its source.
    func sentence(for zone: ClientZone) -> String {
        let name = zone.name.replacing("_", with: " ")
        return switch zone.source {
        case .device: self(.zoneOfDevice, name)
        case .settings: self(.zoneChosen, name)
        case .site, .nobody: self(.zoneStandard, name)
        }
    }
}
