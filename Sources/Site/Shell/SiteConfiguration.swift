// What the site is told by its operator, and where it gets time and chance.

import Foundation
public import Ledger

/// Settings of a site. Nothing below this reads the environment or the clock.
public struct SiteConfiguration: Sendable {
    /// Of Fivebar, as people say it. Raised by hand with each release.
    public static let version = "0.1.0"

    /// The folder with `Views/` and `Public/`.
    public var home: String
    /// The path the site is mounted under, such as `/count`; empty at the top.
    public var basePath: String
    /// Which program this is. A page that an older one drew is not taken for one of this.
    public var program = ""
    /// How much one visitor may do.
    public var limits = Limits.standard
    /// How much feedback is kept from an address in a day; nil: as much as comes.
    public var feedbackPerDay: Int? = 20
    /// Whether pages hold a stream open to hear of changes made elsewhere. Off
    /// where each would occupy a process of the web server.
    public var streamsEvents = true
    /// How many such streams may be open at once.
    public var eventStreams = 2000
    /// The time zone of those of whom none is known, by its IANA name; nil: UTC.
    public var zone: String?
    /// The largest form, in bytes.
    public var largestForm = 64 * 1024
    /// The same for feedback, whose longest message is more than that in some
    /// scripts: there a character is several scalars, and a scalar nine bytes.
    public var largestFeedback = 320 * 1024

    /// The same for a note of several lines, for the same reason.
    public var largestNote = 160 * 1024

    /// The largest file for an import, with the form around it.
    public var largestImport = Archive.largestFile + 4096

    /// How many bytes of such files an address may send in a day; nil: as many as it likes.
    public var uploadBytesPerDay: Int? = 50 << 20

    public var now: @Sendable () -> Moment
    public var randomBytes: @Sendable (Int) -> [UInt8]

    public init(
        home: String, basePath: String = "",
        now: @escaping @Sendable () -> Moment, randomBytes: @escaping @Sendable (Int) -> [UInt8]
    ) {
        self.home = home
        self.basePath = basePath
        self.now = now
        self.randomBytes = randomBytes
    }
}

extension SiteConfiguration {
    /// Whether there is a time zone of that name.
    public static func isZone(_ name: String) -> Bool { ClientZone.zone(named: name) != nil }
}

/// Why a site cannot be put together, in words for the operator.
public enum SiteFault: Error, CustomStringConvertible {
    case folderIsMissing(String)

    public var description: String {
        switch self {
        case .folderIsMissing(let path):
            "There is no folder \(path). Views/ and Public/ lie beside the executable, or in FIVEBAR_HOME."
        }
    }

    /// The paths of everything below a folder of the site.
    static func contents(of folder: String) throws(SiteFault) -> [String] {
        guard let names = try? FileManager.default.subpathsOfDirectory(atPath: folder) else {
            throw .folderIsMissing(folder)
        }
        return names
    }
}
