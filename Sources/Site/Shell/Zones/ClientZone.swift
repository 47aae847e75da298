// A request's time zone. zone.js stores the device's zone in a cookie; without
// scripts it is the one chosen in settings, then the operator's, then UTC.

import Foundation
import Hummingbird
import Ledger

/// A time zone by its IANA name.
struct ClientZone: Sendable {
    /// Where the zone comes from: the browser, its settings here, or the operator of the site.
    enum Source: Sendable { case device, settings, site, nobody }

    /// Such as `Europe/Berlin`.
    let name: String
    let source: Source
    /// Nil if it fell back to UTC.
    let zone: TimeZone?

    /// Whether it is the device's own zone, which takes precedence over settings.
    var isFromDevice: Bool { source == .device }

    /// Fallbacks if the device does not report a zone.
    struct Defaults: Sendable {
        /// The cookie with the zone chosen in settings.
        let choice: SiteCookie
        /// The operator's zone; nil where none is set.
        let standard: String?

        /// - Parameter base: The path of the site.
        init(base: String, isSecure: Bool, standard: String?) {
            choice = .zone(base: base, isSecure: isSecure)
            self.standard = standard
        }
    }

    /// Set by ``SiteMiddleware`` for each request, so that the zone can be
    /// determined lazily from the request alone.
    @TaskLocal static var defaults = Defaults(base: "", isSecure: false, standard: nil)

    /// The cookie's name in zone.js. It has no prefix: whoever could set it could
    /// only shift a date.
    private static let device = SiteCookie("fivebar-zone", base: "", isSecure: false)

    /// The name that zone.js sent, valid or not.
    static func nameFromDevice(in request: Request) -> String? { device.value(in: request) }

    init(of request: Request) {
        let defaults = Self.defaults
        self.init(
            cookie: Self.device.value(in: request), chosen: defaults.choice.value(in: request),
            standard: defaults.standard)
    }

    /// The first valid zone of these.
    ///
    /// - Parameters:
    ///   - device: The cookie from zone.js.
    ///   - chosen: The choice in settings.
    ///   - standard: The operator's.
    init(cookie device: String?, chosen: @autoclosure () -> String? = nil, standard: String? = nil) {
        if let device, let zone = Self.zone(named: device) {
            self.init(device, zone, .device)
        } else if let chosen = chosen(), let zone = Self.zone(named: chosen) {
            self.init(chosen, zone, .settings)
        } else if let standard, let zone = Self.zone(named: standard) {
            self.init(standard, zone, .site)
        } else {
            self.init("UTC", nil, .nobody)
        }
    }

    private init(_ name: String, _ zone: TimeZone?, _ source: Source) {
        self.name = name
        self.zone = zone
        self.source = source
    }

    /// Its name as it is shown: with spaces.
    var shownName: String { name.replacing("_", with: " ") }

    /// Minutes east of UTC.
    func offset(at moment: Moment) -> Int {
        guard let zone else { return 0 }
        let seconds = zone.secondsFromGMT(
            for: Date(timeIntervalSince1970: Double(moment.milliseconds) / 1000))
        return max(-1080, min(1080, seconds / 60))
    }

    /// The current day in the zone, with the given start of the day.
    func day(at moment: Moment, from dayStart: DayStart) -> CivilDay {
        dayStart.day(of: moment, zoneOffset: offset(at: moment))
    }

    /// Nil if there is no zone of that name.
    static func zone(named name: String) -> TimeZone? {
        isName(name) ? TimeZone(identifier: name) : nil
    }

    /// Whether the text can be a zone's name: it is shown on the page, and sent back in a cookie.
    private static func isName(_ text: String) -> Bool {
        (1...64).contains(text.utf8.count)
            && text.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "/"), UInt8(ascii: "_"),
                    UInt8(ascii: "+"), UInt8(ascii: "-"):
                    true
                default: false
                }
            }
    }
}

extension Words {
    /// The zone that determines today.
    func days(in zone: ClientZone) -> String { self(.statisticsZone, zone.shownName) }
}
