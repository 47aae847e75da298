// A counter's share link, for its owner: create, show, revoke.

import Hummingbird
import Ledger

/// What a link shows, and the link if there is one.
struct SharePage: Page {
    static let template = "Sharing/share"
    /// The counter, whose bar leads to its page.
    struct Bar: Sendable {
        let title: String
        let address: String
        let color: Int
    }

    let title: String
    let bar: Bar
    /// The address of this page, which its forms post to.
    let address: String
    /// The absolute address, for copying.
    let link: String?
    /// The same as a path.
    let path: String?
    /// The operation that revoked a link, if that can be undone.
    let undo: String?
    /// The form's operation id.
    let operation: String
}

struct ShareForm: Decodable, Sendable {
    /// yes | no
    var shared: String?
    /// The operation that revoked the link; without it a new link is created.
    var undo: String?
}

struct SharingController: Sendable {
    let ledger: Ledger
    let links: Links
    let configuration: SiteConfiguration
    let operations: OperationWriter

    func show(_ request: Request, _ context: VisitorContext) async throws -> Response {
        let account = context.account
        let counter = try ledger.counter(context.counterName(), of: account)
        let path = try ledger.share(of: counter.id, of: account).map { links.shared($0) }
        let revoked = try revocation(of: counter.id, account, request)
        let page = SharePage(
            title: counter.title,
            bar: .init(
                title: counter.title, address: links.counter(counter.id), color: counter.colorClass),
            address: links.share(of: counter.id),
            link: path.map { links.whole($0, of: request, isSecure: context.page.isSecure) },
            path: path,
            undo: path == nil ? revoked?.text : nil,
            operation: operations.newOperationID().text
        )
        return try .page(page, in: context.presentation, isSecret: true)
    }

    /// The operation in the address, if it revoked the counter's link.
    private func revocation(
        of counter: Counter.ID, _ account: AccountID, _ request: Request
    ) throws -> OperationID? {
        guard let operation = request.uri.queryParameters.get("undo").flatMap({ OperationID($0) }),
            let summary = try ledger.summary(of: operation, of: account),
            summary.kind == .unshare, summary.counter == counter
        else { return nil }
        return operation
    }

    func save(_ request: Request, _ context: PageContext) async throws -> Response {
        let name = try context.counterName()
        let form = try await request.form(Stamped<ShareForm>.self, upTo: configuration.largestForm)
        let operation = try operations.operation(change(form.fields, of: name), form.stamp, from: request)
        let receipt = try await operations.apply(operation, context), id = receipt.counter ?? 0
        return .seeOther(
            form.shared == "no"
                ? links.share(of: id, undo: operation.id) : links.shareLink(of: id))
    }

    private func change(_ form: ShareForm, of name: Name) throws -> Change {
        switch (form.shared ?? "", form.undo ?? "") {
        case ("yes", ""):
            return .share(name, as: ShareToken(bytes: configuration.randomBytes(16)))
        case ("yes", let undo):
            guard let undone = OperationID(undo) else { throw Refusal.cannotBeUndone }
            return .undo(undone)
        case ("no", _):
            return .unshare(name)
        default:
            throw HTTPError(.unprocessableContent)
        }
    }
}
