// The time zone that a request is in. zone.js writes the device's into a
// cookie; without a script it is the one chosen in settings, or else the
// operator's. Where nobody says, it is UTC.

import Foundation
import Hummingbird
import Ledger

/// A time zone by its IANA name.
struct ClientZone: Sendable {
    /// Who says so: the browser itself, its settings here, or the operator of the site.
    enum Source: Sendable { case device, settings, site, nobody }

    /// Such as `Europe/Berlin`.
    let name: String
    let source: Source
    /// Nil for UTC where nobody says so.
    let zone: TimeZone?

    /// Whether the device says so itself, in which case settings change nothing.
    var isDevices: Bool { source == .device }

    /// What the zone falls back to where the device does not say it.
    struct Defaults: Sendable {
        /// The cookie of who chose a zone in settings.
        let choice: SiteCookie
        /// The operator's zone; nil where none is set.
        let standard: String?
    }

    /// Set by ``ZoneMiddleware`` for each request, so that the zone can be read
    /// from the request alone, and only where it is needed.
    @TaskLocal static var defaults: Defaults = Defaults(
        choice: .zone(base: "", isSecure: false), standard: nil)

    /// By this name zone.js writes it, with no prefix: whoever could set it would shift a date, and nothing more.
    private static let device = SiteCookie("fivebar-zone", base: "", isSecure: false)

    init(of request: Request) {
        let defaults = Self.defaults
        self.init(
            cookie: Self.device.value(in: request), chosen: defaults.choice.value(in: request),
            standard: defaults.standard)
    }

    /// The first of them that is a zone there is.
    ///
    /// - Parameters:
    ///   - device: What zone.js wrote.
    ///   - chosen: In settings.
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

    /// Minutes east of UTC.
    func offset(at moment: Moment) -> Int {
        guard let zone else { return 0 }
        let seconds = zone.secondsFromGMT(
            for: Date(timeIntervalSince1970: Double(moment.milliseconds) / 1000))
        return max(-1080, min(1080, seconds / 60))
    }

    /// The day it is there, for whom days begin so.
    func day(at moment: Moment, from dayStart: DayStart) -> CivilDay {
        dayStart.day(of: moment, zoneOffset: offset(at: moment))
    }

    /// Nil where there is none of that name.
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
