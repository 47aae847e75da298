// A recovery link as somebody passes it on.

public import Ledger

/// What opens an account in another browser.
public enum RecoveryLink {
    /// What the ledger knows the link by; nil for a text that is none.
    ///
    /// - Parameter text: The link, or what stands after its last slash.
    public static func token(in text: String) -> TokenHash? {
        text.split(separator: "/").last.flatMap { SessionToken(String($0)) }?.hash
    }
}
