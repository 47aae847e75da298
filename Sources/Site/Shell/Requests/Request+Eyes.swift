// Whether somebody looks at what is asked for, as far as a browser tells.

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
    /// Whether somebody is going to see the page. A script mostly asks for one
    /// to read it, and a browser now and then in case it is wanted.
    var isForEyes: Bool {
        if let purpose = headers[.fetchPurpose] ?? headers[.purpose], purpose.hasPrefix("prefetch") {
            return false
        }
        if let shown = headers[.fivebarShown] { return shown != "again" }
        if let mode = headers[.fetchMode] { return mode == "navigate" }
        // By plain HTTP browsers do not say; but they ask for HTML and more, our scripts for HTML alone.
        return headers[.accept]?.hasPrefix("text/html,") ?? false
    }

    /// Whether the page is before somebody's eyes, be it for the first time or because they went back to it.
    var isBeforeEyes: Bool { headers[.fivebarShown] == "again" || isForEyes }
}
