// What the handlers of routes know of a request: what middleware found out is not optional here.

import Hummingbird
import Ledger

/// The context of most routes: there is always something to answer with.
struct PageContext: ChildRequestContext {
    var coreContext: CoreRequestContextStorage
    let isSecure: Bool
    let remoteAddress: String
    /// The texts, templates and appearance to answer with.
    let presentation: Presentation
    /// The session's token, known or not.
    let token: SessionToken?
    /// Who the token stands for. Nil in POST requests, where the write itself looks the visitor up.
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

    /// The visitor, also in a POST request.
    ///
    /// - Throws: ``Refusal/unknownDevice`` where there is none.
    func knownVisitor(in ledger: Ledger) throws -> Visitor {
        guard let visitor = try visitor ?? token.flatMap({ try ledger.visitor($0.hash) }) else {
            throw Refusal.unknownDevice
        }
        return visitor
    }
}
