// What the handlers of routes know of a request by somebody who has an account.

import Hummingbird
import Ledger

/// The context of GET routes that need an account. Without one the answer is ``Refusal/unknownDevice``.
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
