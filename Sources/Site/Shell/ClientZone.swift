// The time zone of the browser that asks: zone.js writes its name into a
// cookie. Without a script nobody knows, and it is UTC.

import Foundation
import Hummingbird
import Ledger

/// A time zone by its IANA name.
struct ClientZone: Sendable {
    /// Such as `Europe/Berlin`; `UTC` where the cookie names no zone there is.
    let name: String
    private let zone: TimeZone?

    /// By this name zone.js writes it, with no prefix: whoever could set it would shift a date, and nothing more.
    private static let cookie = SiteCookie("fivebar-zone", base: "", isSecure: false)

    init(of request: Request) { self.init(cookie: Self.cookie.value(in: request)) }

    init(cookie: String?) {
        if let cookie, Self.isName(cookie), let zone = TimeZone(identifier: cookie) {
            name = cookie
            self.zone = zone
        } else {
            name = "UTC"
            zone = nil
        }
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

    /// Whether the text can be a zone's name: it is shown on the page.
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
