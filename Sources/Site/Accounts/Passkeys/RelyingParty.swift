// The site as passkeys know it.

import Hummingbird

/// A host that passkeys belong to, and the origin that they sign for.
struct RelyingParty: Sendable, Hashable {
    /// As browsers write it in what is signed, for example `https://count.example:8443`.
    let origin: String
    /// The host, for example `count.example`. On another host its passkeys open nothing.
    let id: String

    /// - Parameters:
    ///   - origin: Scheme and host.
    ///   - isSecure: Whether the scheme is that of HTTPS.
    /// - Returns: nil where browsers have no passkeys: without HTTPS, unless it is the device itself, and where the host is
    ///   an address of numbers.
    init?(origin: String, isSecure: Bool) {
        let parts = origin.split(separator: "://", maxSplits: 1)
        guard parts.count == 2, !parts[1].hasPrefix("["), let host = parts[1].split(separator: ":").first,
            let label = host.split(separator: ".").last, !label.allSatisfy(\.isNumber),
            isSecure || label == "localhost"
        else { return nil }
        self.origin = origin
        id = String(host)
    }
}

extension Links {
    /// - Returns: nil where there are no passkeys.
    func relyingParty(of request: Request, _ context: PageContext) -> RelyingParty? {
        RelyingParty(
            origin: whole("", of: request, isSecure: context.isSecure), isSecure: context.isSecure)
    }
}
