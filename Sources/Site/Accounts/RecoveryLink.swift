// A recovery link in the form that people copy.

public import Ledger

/// The link that opens an account in another browser.
public enum RecoveryLink {
    /// The hash under which the ledger knows the link; nil if the text is not a link.
    ///
    /// - Parameter text: The link, or only the part after its last slash.
    public static func token(in text: String) -> TokenHash? {
        text.split(separator: "/").last.flatMap { SessionToken(String($0)) }?.hash
    }
}
