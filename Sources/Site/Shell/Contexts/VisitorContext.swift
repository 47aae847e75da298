// The request context of route handlers that need an account.

import Hummingbird
import Ledger

/// The context of GET routes that need an account. Without one the response is
/// ``Refusal/unknownDevice``.
struct VisitorContext: ChildRequestContext {
    var coreContext: CoreRequestContextStorage
    let page: PageContext
    let visitor: Visitor

    init(context: PageContext) throws {
        guard let visitor = context.visitor else { throw Refusal.unknownDevice }
        coreContext = context.coreContext
        page = context
        self.visitor = visitor
    }

    var account: AccountID { visitor.account }
    var presentation: Presentation { page.presentation }
    var words: Words { presentation.words }
}
