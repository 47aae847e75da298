// Feedback about Fivebar and its validation. Stores nothing about the sender
// beyond what they wrote themselves.

/// Stars, a message or both, and optional contact details.
public struct Feedback: Sendable, Hashable {
    /// From 1 to 5; nil if none was chosen.
    public let stars: Int?
    /// Lines end with a line feed. Empty if nothing was written, as are the two fields below.
    public let message: String
    /// A single line, of at most ``longestName`` characters.
    public let name: String
    /// A single line with one @, of at most ``longestEmail`` characters. Whether it exists is not known.
    public let email: String

    /// In grapheme clusters.
    public static let longestMessage = 4000
    /// In grapheme clusters.
    public static let longestName = 100
    /// In grapheme clusters.
    public static let longestEmail = 254

    /// What has to be fixed before it can be stored.
    public enum Flaw: Sendable, Hashable {
        /// Neither a star nor a message.
        case nothingIsSaid
        case messageIsTooLong
        case nameIsTooLong
        case emailIsTooLong
        /// Not exactly one @ with text on both sides.
        case emailIsNone
    }

    /// Why feedback was rejected; one flaw or several.
    public struct Flaws: Error, Sendable, Hashable {
        /// One or more.
        public let all: Set<Flaw>
    }

    /// Feedback as it is stored: without surrounding whitespace and without control characters.
    ///
    /// - Parameter stars: Ignored unless from 1 to 5.
    /// - Throws: ``Flaws``, all of them.
    public init(stars: Int?, message: String, name: String, email: String) throws(Flaws) {
        self.stars = stars.flatMap { (1...5).contains($0) ? $0 : nil }
        self.message = message.normalizedLines.emptyIfUnseen
        self.name = name.normalizedLine.emptyIfUnseen
        self.email = email.normalizedLine.emptyIfUnseen
        let flaws = self.flaws
        guard flaws.isEmpty else { throw Flaws(all: flaws) }
    }

    private var flaws: Set<Flaw> {
        var flaws: Set<Flaw> = []
        if stars == nil, message.isEmpty { flaws.insert(.nothingIsSaid) }
        if message.isLonger(than: Self.longestMessage) { flaws.insert(.messageIsTooLong) }
        if name.isLonger(than: Self.longestName) { flaws.insert(.nameIsTooLong) }
        if email.isLonger(than: Self.longestEmail) {
            flaws.insert(.emailIsTooLong)
        } else if !email.isEmpty, !isReachable {
            flaws.insert(.emailIsNone)
        }
        return flaws
    }

    /// Whether the e-mail address is plausible. Only sending a message would tell
    /// whether it exists.
    private var isReachable: Bool {
        let halves = email.utf8.split(separator: UInt8(ascii: "@"), omittingEmptySubsequences: false)
        return halves.count == 2
            && halves.allSatisfy { half in half.contains { $0 != UInt8(ascii: " ") } }
    }
}

/// Metadata stored with feedback to help understand it. Very many people share the same values.
public struct FeedbackOrigin: Sendable, Hashable {
    /// Fivebar's version.
    public let version: String
    /// The kind of device and browser, in Fivebar's own wording.
    public let device: String
    /// The page's language: a BCP 47 tag.
    public let language: String

    /// - Parameters:
    ///   - device: In Fivebar's own wording, not the browser's.
    ///   - language: A BCP 47 tag.
    public init(version: String, device: String, language: String) {
        self.version = version
        self.device = device
        self.language = language
    }
}
