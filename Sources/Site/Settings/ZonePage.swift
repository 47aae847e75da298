// All time zones, for somebody to choose theirs. A page of its own: the list
// is longer than all the rest of settings.

import Foundation

/// What to choose a time zone from.
struct ZonePage: Page {
    static let template = "Settings/zone"

    /// Zones whose names begin alike, such as those of Europe.
    struct Region: Sendable {
        let name: String
        let zones: [Choice]
    }

    /// By its IANA name: the one that counts at present.
    let zone: String
    let zoneSentence: String
    let regions: [Region]

    /// - Parameter chosen: What the cookie says, which is a zone or anything else.
    init(_ zone: ClientZone, chosen: String, _ words: Words) {
        self.zone = zone.name
        zoneSentence = words.sentence(for: zone)
        // Known by another name than the list has, it stands there too: what is chosen must not get lost.
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

    /// Those with a place in their name, and UTC. Foundation leaves out the
    /// present name of the zone of India for an older one.
    static let names: [String] = {
        let places = TimeZone.knownTimeZoneIdentifiers.filter { $0.contains("/") }
        return Set(places).union(["Asia/Kolkata", "UTC"]).subtracting(["Asia/Calcutta"]).sorted()
    }()
}

extension Words {
    /// The zone that counts, and why.
    func sentence(for zone: ClientZone) -> String {
        let name = zone.name.replacing("_", with: " ")
        return switch zone.source {
        case .device: self(.zoneOfDevice, name)
        case .settings: self(.zoneChosen, name)
        case .site, .nobody: self(.zoneStandard, name)
        }
    }
}
