// Whether the web server signs people in, as FIVEBAR_REMOTE_USER=yes takes it to: by a visit without a name, and one with a
// made-up name. Neither makes an account.

import Foundation
import Ledger
import Site

struct SignInCheck {
    let address: SiteAddress
    /// Nil without a sound database.
    let prove: ((OperatorQuestion) throws -> String)?

    /// - Parameter user: The name that a visit without one has; nil if it has none, or was not let through.
    func result(of user: String?) throws(WebRequest.Fault) -> CheckResult {
        if let user { return Self.named(user) }
        // To whoever has no name Fivebar shows a page that says so, and makes no account for them.
        let home = try WebRequest(url: address.origin + address.path + "/").answer()
        let letsThrough = home.headers[SiteFiles.ownAnswer] != nil
        let believes = letsThrough ? try believesAnybody() : false
        return Self.result(letsThrough: letsThrough, believes: believes)
    }

    /// Whether Fivebar is told a name that nobody has, at an address which needs no account.
    private func believesAnybody() throws(WebRequest.Fault) -> Bool {
        guard let prove, let proof = try? prove(.visitor) else { return false }
        // Nobody has it, since it was made just now.
        let name = "check-\(UInt64.random(in: .min ... .max))"
        let claim = Data("\(name):\(name)".utf8).base64EncodedString()
        let answer = try WebRequest(
            url: address.origin + address.path + "/health",
            headers: ["\(OperatorAnswer.proofHeader): \(proof)", "Authorization: Basic \(claim)"]
        ).answer()
        return (try? JSONDecoder().decode(OperatorAnswer.self, from: answer.body))?.user == name
    }

    /// - Parameters:
    ///   - letsThrough: Whether Fivebar is asked about somebody who has no name.
    ///   - believes: Whether somebody is taken for whom they say they are, without a password.
    static func result(letsThrough: Bool, believes: Bool) -> CheckResult {
        guard letsThrough else {
            return .ok("sign-in", "The web server asks who somebody is before Fivebar does.")
        }
        guard believes else {
            return .fault(
                "sign-in", "The web server asks nobody who they are, so Fivebar lets nobody in.",
                mend: "Let it sign people in: \(guide). Or leave FIVEBAR_REMOTE_USER out.")
        }
        return .fault(
            "sign-in",
            """
            The web server takes anybody's word for who they are: a made-up name came through, without a password.
            """,
            mend: "Let it ask everywhere (auth_basic in nginx, and no `satisfy any`): \(guide).")
    }

    private static func named(_ user: String) -> CheckResult {
        .fault(
            "sign-in", "The web server asks nobody who they are: to Fivebar everybody is “\(user)”.",
            mend: "Let it sign people in, and hand on the name of each: \(guide).")
    }

    private static var guide: String {
        "\(Guide.current.path("accounts.md")), \"The web server's own sign-in\""
    }
}
