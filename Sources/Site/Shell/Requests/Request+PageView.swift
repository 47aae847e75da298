// Whether a request is a page view, as far as the browser tells.

import HTTPTypes
import Hummingbird

extension HTTPField.Name {
    static let fetchMode = Self("sec-fetch-mode")!
    static let fetchPurpose = Self("sec-purpose")!
    /// What Safari says instead.
    static let purpose = Self("purpose")!
    /// By which a script of ours says that it shows the page it asks for
    /// (`yes`), or that the browser shows again what it had kept (`again`).
    static let fivebarShown = Self("fivebar-shown")!
}

extension Request {
    /// Whether a person is going to see the page, as opposed to a script that
    /// reads it or a browser that prefetches it.
    var isPageView: Bool {
        if let purpose = headers[.fetchPurpose] ?? headers[.purpose], purpose.hasPrefix("prefetch") {
            return false
        }
        if let shown = headers[.fivebarShown] { return shown != "again" }
        if let mode = headers[.fetchMode] { return mode == "navigate" }
        // By plain HTTP browsers do not say; but they ask for HTML and more, our scripts for HTML alone.
        return headers[.accept]?.hasPrefix("text/html,") ?? false
    }

    /// Whether the page is on the screen, as a new page view or because its reader went back to it.
    var isDisplayed: Bool { headers[.fivebarShown] == "again" || isPageView }
}
