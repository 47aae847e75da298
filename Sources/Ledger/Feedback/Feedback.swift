// What somebody tells us of Fivebar, and what makes it worth keeping. Knows
// nothing of who said it beyond what they wrote themselves.

/// Stars, a message or both, and how to answer where somebody wants that.
public struct Feedback: Sendable, Hashable {
    /// From 1 to 5; nil where none was chosen.
    public let stars: Int?
    /// Its lines end with a line feed. Empty where nothing was written, as are the two below.
    public let message: String
    public let name: String
    public let email: String

    /// In characters as a person counts them.
    public static let longestMessage = 4000
    public static let longestName = 100
    public static let longestEmail = 254

    /// What is to be mended before it can be kept.
    public enum Flaw: Sendable, Hashable {
        /// Neither a star nor a message.
        case nothingIsSaid
        case messageIsTooLong
        case nameIsTooLong
        case emailIsTooLong
        /// Not one @ with something on both sides.
        case emailIsNone
    }

    /// Why something typed is not kept; one flaw or several.
    public struct Flaws: Error, Sendable, Hashable {
        public let all: Set<Flaw>
    }

    /// Feedback as it is kept: without space around it and control characters in it.
    ///
    /// - Parameter stars: What is not from 1 to 5 is no star.
    /// - Throws: ``Flaws``, all of them.
    public init(stars: Int?, message: String, name: String, email: String) throws(Flaws) {
        self.stars = stars.flatMap { (1...5).contains($0) ? $0 : nil }
        self.message = message.keptLines.emptyIfUnseen
        self.name = name.keptLine.emptyIfUnseen
        self.email = email.keptLine.emptyIfUnseen
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

    /// Whether the e-mail address could be one. Whether it is, only a message to it would tell.
    private var isReachable: Bool {
        let halves = email.utf8.split(separator: UInt8(ascii: "@"), omittingEmptySubsequences: false)
        return halves.count == 2
            && halves.allSatisfy { half in half.contains { $0 != UInt8(ascii: " ") } }
    }
}

/// What is noted beside feedback, to understand it by. It is alike for very many people.
public struct FeedbackOrigin: Sendable, Hashable {
    /// Of Fivebar.
    public let version: String
    /// The kind of device and browser, in words of ours.
    public let device: String
    /// Of the page: a BCP 47 tag.
    public let language: String

    public init(version: String, device: String, language: String) {
        self.version = version
        self.device = device
        self.language = language
    }
}
