// Deletes an account with everything in it. The form asks for a typed word and
// offers an export first.

import HTTPTypes
import Hummingbird
import Ledger

struct AccountDeletionForm: Decodable, Sendable {
    /// The typed confirmation word.
    var word: String?
}

struct AccountDeletionPage: Page {
    static let template = "Accounts/deletion"
    /// Nil without one.
    let account: AccountID?
    /// Nil with an account.
    let empty: Emptiness?
    let exportJSON: String
    let exportCSV: String
    let label: String
    let typed: String
    let problem: String?
}

/// The page shown after an account is deleted.
struct AccountDeletedPage: Page {
    static let template = "Accounts/deleted"
    let account: AccountID
}

struct AccountDeletionController: Sendable {
    let ledger: Ledger
    let links: Links
    let configuration: SiteConfiguration
    let revisions: RevisionHub

    func show(_ request: Request, _ context: PageContext) async throws -> Response {
        try page(typed: "", isRefused: false, account: context.visitor?.account, context.presentation)
    }

    func create(_ request: Request, _ context: PageContext) async throws -> Response {
        let form = try await request.form(Stamped<AccountDeletionForm>.self, upTo: configuration.largestForm)
        let visitor = try context.knownVisitor(in: ledger, for: form.stamp.account)
        let account = visitor.account
        guard context.words.isDeletionWord(form.word ?? "") else {
            return try page(
                typed: form.word ?? "", isRefused: true, account: account,
                context.presentation(answering: form.stamp, in: ledger))
        }
        _ = try await ledger.deleteAccount(account, by: visitor.device)
        revisions.changed(account)
        var response = try Response.page(
            AccountDeletedPage(account: account), in: context.presentation, isSecret: true)
        for cookie in [
            SiteCookie.session(base: links.base, isSecure: context.isSecure),
            SiteCookie.recovery(base: links.base, isSecure: context.isSecure),
        ] {
            for field in cookie.deletions { response.headers.append(field) }
        }
        return response
    }

    private func page(
        typed: String, isRefused: Bool, account: AccountID?, _ presentation: Presentation
    ) throws -> Response {
        let words = presentation.words
        let page = AccountDeletionPage(
            account: account,
            empty: account == nil ? words.nothing(.deletionNone, leadingTo: links.settings, .settings) : nil,
            exportJSON: links.export(of: nil, as: .json),
            exportCSV: links.export(of: nil, as: .csv),
            label: words(.deletionType, words[.deletionWord]), typed: typed,
            problem: isRefused ? words(.deletionOtherWord, words[.deletionWord]) : nil)
        return try .page(
            page, in: presentation, status: isRefused ? .unprocessableContent : .ok, isSecret: true)
    }
}
