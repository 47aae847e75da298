// The request context of route handlers: what middleware has determined is not optional here.

import Hummingbird
import Ledger

/// The context of most routes; it always has a presentation.
struct PageContext: ChildRequestContext {
    var coreContext: CoreRequestContextStorage
    let isSecure: Bool
    let remoteAddress: String
    /// The texts, templates and appearance of the response.
    let presentation: Presentation
    /// The session's token, valid or not.
    let token: SessionToken?
    /// The visitor with this token. Nil in POST requests, where the write itself
    /// looks the visitor up.
    let visitor: Visitor?

    init(context: SiteContext) throws {
        guard let presentation = context.presentation else { throw HTTPError(.internalServerError) }
        coreContext = context.coreContext
        isSecure = context.isSecure
        remoteAddress = context.remoteAddress
        self.presentation = presentation
        token = context.token
        visitor = context.visitor
    }

    var words: Words { presentation.words }

    /// Whether the browser has the cookie of a session that there is no more, such as one that was signed out elsewhere. Where
    /// the web server signs people in, everybody whom it lets in is known. Only for GET.
    func isUnrecognized(_ configuration: SiteConfiguration) -> Bool {
        token != nil && visitor == nil && !configuration.signsInByWebServer
    }

    /// The visitor, in POST requests too; nil if there is none.
    func visitor(in ledger: Ledger) throws -> Visitor? {
        try visitor ?? token.flatMap { try ledger.visitor($0.hash) }
    }

    /// The visitor, in POST requests too.
    ///
    /// - Parameter account: The account that the form's page was made for; nil if it did not say.
    /// - Throws: ``Refusal/unknownDevice`` if there is none, ``Refusal/otherAccount`` if this browser has opened
    ///   another account since.
    func knownVisitor(in ledger: Ledger, for account: AccountID? = nil) throws -> Visitor {
        guard let visitor = try visitor(in: ledger) else {
            throw Refusal.unknownDevice
        }
        guard account == nil || account == visitor.account else { throw Refusal.otherAccount }
        return visitor
    }

    /// What a page that answers a form is rendered with. It is of the account that the form was sent from, whoever has the
    /// session by now: what is put right on it is meant for that one and no other.
    func presentation(answering stamp: OperationStamp, in ledger: Ledger) throws -> Presentation {
        var presentation = presentation
        presentation.account = try stamp.account ?? visitor(in: ledger)?.account
        return presentation
    }

    /// For a write that does not look its session up itself: any well-formed cookie gets past the middleware.
    ///
    /// - Throws: ``Refusal/signUpIsClosed`` for whoever has no account, where not everybody may open one.
    func requireAccount(in ledger: Ledger, _ signUp: SignUp) throws {
        guard signUp != .open, try visitor(in: ledger) == nil else { return }
        throw Refusal.signUpIsClosed
    }
}
