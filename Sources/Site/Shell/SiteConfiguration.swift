// The operator's settings, and the sources of time and randomness.

import Foundation
public import Ledger

/// Settings of a site. Nothing below this reads the environment or the clock.
public struct SiteConfiguration: Sendable {
    /// Fivebar's public version number. Raised by hand with each release.
    public static let version = "0.1.0"

    /// The folder with `Views/` and `Public/`.
    public var home: String
    /// The path where the site is mounted, such as `/count`; empty at the root.
    public var basePath: String
    /// The address that people use, with the base path as its path; nil: what the web server says of each request.
    public var address: SiteAddress?
    /// Identifies the build, so that a page from an older build is not reused.
    public var program = ""
    /// Where a program that ends after one request keeps the hash of `Public/`; nil: nowhere, and all of it is read.
    public var assetHashFile: String?
    /// Whether the web server signs people in, and hands on their names. Fivebar then has no other way in.
    public var signsInByWebServer = false
    /// Limits for each visitor.
    public var limits = Limits.standard
    /// The daily limit for feedback from an address; nil: no limit.
    public var feedbackPerDay: Int? = 20
    /// Whether pages use an event stream to learn of changes made elsewhere. Off
    /// where each stream would occupy a process of the web server.
    public var streamsEvents = true
    /// The maximum number of open streams.
    public var eventStreams = 2000
    /// The IANA name of the time zone for visitors whose zone is unknown; nil: UTC.
    public var zone: String?
    /// The maximum size of a form, in bytes.
    public var largestForm = 64 * 1024
    /// The same for feedback, whose longest message is larger in some scripts:
    /// there a character consists of several scalars, each up to nine bytes in a form.
    public var largestFeedback = 320 * 1024

    /// The same for a note of several lines, for the same reason.
    public var largestNote = 160 * 1024

    /// The maximum size of a file to import, in bytes.
    public var largestFile = Archive.largestFile

    /// The maximum size of an import's form, including the file.
    public var largestImport: Int { largestFile + 4096 }

    /// The daily limit for uploads from an address, in bytes; nil: no limit.
    public var uploadBytesPerDay: Int? = 50 << 20

    /// How slowly passphrases are hashed: scrypt's N, a power of 2 (OWASP, Password Storage). Lower only in tests.
    public var passphraseRounds = 1 << 15

    /// What the site takes for the present moment.
    public var now: @Sendable () -> Moment
    /// So many bytes that nobody can guess: tokens and links are made from them.
    public var randomBytes: @Sendable (Int) -> [UInt8]

    /// Everything else as it is where the operator sets nothing.
    ///
    /// - Parameters:
    ///   - home: The folder with `Views/` and `Public/`.
    ///   - basePath: Such as `/count`; empty at the root.
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

extension SiteConfiguration {
    /// Copies the files of `Public/` to where a web server finds them by their addresses,
    /// `/assets/HASH/…`: another build's are never there.
    ///
    /// - Parameter folder: What stands for `/assets`. It is made if it is not there.
    /// - Returns: The path of the folder with the files, named by the hash of their content.
    /// - Throws: ``SiteFault`` without `Public/`, or why a file cannot be written.
    public func copyAssets(into folder: String) throws -> String {
        try Assets(folder: publicFiles).copy(into: folder)
    }

    /// The folder of what browsers get as it is.
    var publicFiles: String { home + "/Public" }

    /// The folder of templates and texts.
    var views: String { home + "/Views" }
}

/// Why a site cannot start, in words for the operator.
public enum SiteFault: Error, CustomStringConvertible {
    case folderIsMissing(String)
    case fileIsMissing(String)
    /// A file that is there, and why it is of no use.
    case fileIsUnsound(String, String)

    public var description: String { "\(says) \(mend)" }

    /// What is wrong.
    public var says: String {
        switch self {
        case .folderIsMissing(let path): "There is no folder \(path)."
        case .fileIsMissing(let path): "\(path) is missing or empty."
        case .fileIsUnsound(let path, let reason): "\(path) \(reason)."
        }
    }

    /// What mends it.
    public var mend: String {
        switch self {
        case .folderIsMissing: "Views/ and Public/ lie beside the executable, or in FIVEBAR_HOME."
        default: "Put Views/ and Public/ of this version there again, as a whole."
        }
    }
}
