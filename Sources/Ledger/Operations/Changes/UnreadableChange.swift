// A change of a known kind that cannot be read.

/// Refused like any other change, so that its id is answered the same from then on, and never does something after all.
///
/// What was sent is not kept. Of an unknown kind, or in a later version's format, there is none of these: whoever sends
/// that again may find a Fivebar that understands it.
struct UnreadableChange: ChangeKind {
    static let kind = "unreadable"
    static let isPublic = false
    static let hasTypedText = true
    /// The kind that it was to be of.
    let named: String

    func perform(in context: WriteContext) throws -> Outcome { throw Refusal.changeIsUnreadable }
}
