// The settings page.

import Hummingbird

struct SettingsPage: Page {
    static let template = "Settings/settings"
    let hasAccount: Bool
    /// Shown for a few minutes after it was made; it is kept nowhere.
    let recoveryLink: String?
    let recoveryExists: Bool
    let recoveryButton: String
}

struct SettingsController: Sendable {
    let site: Site

    func show(_ request: Request, _ context: SiteContext) async throws -> Response {
        let exists = try context.visitor.map { try site.ledger.hasRecovery($0.account) } ?? false
        let token = site.recoveryCookie(isSecure: context.isSecure).value(in: request).flatMap {
            SessionToken($0)
        }
        let link = token.map { token in
            "\(context.isSecure ? "https" : "http")://\(request.head.authority ?? "")\(site.links.recover(token.text))"
        }
        let page = SettingsPage(
            hasAccount: context.visitor != nil,
            recoveryLink: link,
            recoveryExists: exists,
            recoveryButton: context.voice?.words[exists ? .recoveryAnew : .recoveryMake] ?? ""
        )
        return try .page(page, in: context.voice, isSecret: true)
    }
}
