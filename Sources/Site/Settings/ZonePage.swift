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
            let prefix = String(name.prefix { $0 != "/" })
            let region = Self.regions[prefix].map { words[$0] } ?? prefix
            if regions.last?.name != region { regions.append((region, [])) }
            // The group says the region already.
            let place = name.contains("/") ? String(name.dropFirst(prefix.count + 1)) : name
            let choice = Choice(
                value: name, name: place.replacing("_", with: " "), isChosen: name == chosen)
            regions[regions.count - 1].zones.append(choice)
        }
        self.regions = regions.map { Region(name: $0.name, zones: $0.zones) }
    }

    private static let regions: [String: Phrase] = [
        "Africa": .zoneRegionAfrica, "America": .zoneRegionAmerica, "Antarctica": .zoneRegionAntarctica,
        "Arctic": .zoneRegionArctic, "Asia": .zoneRegionAsia, "Atlantic": .zoneRegionAtlantic,
        "Australia": .zoneRegionAustralia, "Europe": .zoneRegionEurope, "Indian": .zoneRegionIndian,
        "Pacific": .zoneRegionPacific,
    ]

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
        let name = zone.shownName
        return switch zone.source {
        case .device: self(.zoneOfDevice, name)
        case .settings: self(.zoneChosen, name)
        case .site, .nobody: self(.zoneStandard, name)
        }
    }
}
