// The name that goes with a passphrase, and which of them are the same.

import Foundation

/// The name that one signs in with.
public struct UserName: Sendable, Hashable {
    /// As it was typed.
    public let text: String
    /// The same for names that differ only in case or in how their letters are composed.
    let key: String

    /// In grapheme clusters.
    public static let longest = 40

    /// - Returns: nil if nothing of it can be seen, or it is too long.
    public init?(typed: String) {
        let text = typed.normalizedLine
        guard !text.showsNothing, text.count <= Self.longest, text.utf8.count <= 400 else { return nil }
        self.text = text
        key = text.precomposedStringWithCompatibilityMapping.lowercased()
    }
}
