// Deleting an account with everything in it: asked for with a typed word, and
// with a copy offered first.

import HTTPTypes
import Hummingbird
import Ledger

struct AccountDeletionForm: Decodable, Sendable {
    /// What was typed to say that it is meant.
    var word: String?
}

struct AccountDeletionPage: Page {
    static let template = "Accounts/deletion"
    let hasAccount: Bool
    let exportJSON: String
    let exportCSV: String
    let label: String
    let typed: String
    let problem: String?
}

/// What is left to say once an account is deleted.
struct AccountDeletedPage: Page {
    static let template = "Accounts/deleted"
}

struct AccountDeletionController: Sendable {
    let site: Site

    func show(_ request: Request, _ context: PageContext) async throws -> Response {
        try page(typed: "", isRefused: false, hasAccount: context.visitor != nil, context)
    }

    func create(_ request: Request, _ context: PageContext) async throws -> Response {
        let form = try await request.form(AccountDeletionForm.self, upTo: site.configuration.largestForm)
        let account = try site.knownVisitor(context).account
        guard context.words.isDeletionWord(form.word ?? "") else {
            return try page(typed: form.word ?? "", isRefused: true, hasAccount: true, context)
        }
        _ = try await site.ledger.deleteAccount(account)
        site.revisions.changed(account)
        var response = try Response.page(AccountDeletedPage(), in: context.presentation, isSecret: true)
        for cookie in [
            site.sessionCookie(isSecure: context.isSecure), site.recoveryCookie(isSecure: context.isSecure),
        ] {
            response.headers.append(HTTPField(name: .setCookie, value: cookie.set("", lifetime: 0)))
        }
        return response
    }

    private func page(
        typed: String, isRefused: Bool, hasAccount: Bool, _ context: PageContext
    ) throws -> Response {
        let words = context.words
        let page = AccountDeletionPage(
            hasAccount: hasAccount, exportJSON: site.links.export(of: nil, as: .json),
            exportCSV: site.links.export(of: nil, as: .csv),
            label: words(.deletionType, words[.deletionWord]), typed: typed,
            problem: isRefused ? words(.deletionOtherWord, words[.deletionWord]) : nil)
        return try .page(
            page, in: context.presentation, status: isRefused ? .unprocessableContent : .ok, isSecret: true)
    }
}
