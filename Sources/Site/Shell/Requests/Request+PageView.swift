// Whether a request is a page view, judging by its headers.

import HTTPTypes
import Hummingbird

extension HTTPField.Name {
    static let fetchMode = Self("sec-fetch-mode")!
    static let fetchPurpose = Self("sec-purpose")!
    /// Safari's header for the same.
    static let purpose = Self("purpose")!
    /// The header by which Fivebar's scripts say that they show the page they
    /// request (`yes`), or that the browser shows a cached page again (`again`).
    static let fivebarShown = Self("fivebar-shown")!
}

extension Request {
    /// Whether a person is going to see the page, and not a script that reads it
    /// or a browser that prefetches it.
    var isPageView: Bool {
        if let purpose = headers.first(.fetchPurpose) ?? headers.first(.purpose),
            purpose.hasPrefix("prefetch")
        {
            return false
        }
        if let shown = headers.first(.fivebarShown) { return shown != "again" }
        if let mode = headers.first(.fetchMode) { return mode == "navigate" }
        // With plain HTTP browsers do not send it; but they accept more than
        // HTML, and Fivebar's scripts only HTML.
        return headers.first(.accept)?.hasPrefix("text/html,") ?? false
    }

    /// Whether the page is on the screen, as a new page view or because the user went back to it.
    var isDisplayed: Bool { headers.first(.fivebarShown) == "again" || isPageView }
}
