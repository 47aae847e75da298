// How an account began.

/// When an account was first opened, and with what.
public struct FirstOpening: Sendable, Hashable {
    public let moment: Moment
    /// Fivebar's own; nil for accounts from before it was kept.
    public let version: String?

    public init(moment: Moment, version: String?) {
        self.moment = moment
        self.version = version
    }
}
