// What the page about signing in says was changed, after a form of its was sent.

/// A change of how one signs in, as it is named in the page's address.
enum SignInChange: String {
    case saved, removed, passkeyAdded, passkeyRemoved

    static let parameter = "done"
}
