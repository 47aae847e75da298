// How an account was first opened.

/// When an account was first opened, and with which version of Fivebar.
public struct FirstOpening: Sendable, Hashable {
    /// By the server's clock.
    public let moment: Moment
    /// Fivebar's version; nil for accounts older than this field.
    public let version: String?

    /// - Parameter version: Nil if it is not known.
    public init(moment: Moment, version: String?) {
        self.moment = moment
        self.version = version
    }
}
