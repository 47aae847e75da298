// Form fields of requests about counters. All are optional, because unticked
// boxes and fields missing from plain forms are not sent.

import Hummingbird
import Ledger

/// A tap, or the minus.
struct TapForm: Decodable, Sendable {
    /// The step that the device displayed.
    var step: Int64?
    /// The page a plain form is on, to which the response redirects.
    var from: Origin?

    enum Origin: String, Decodable, Sendable { case counter, full, watch }
}

// `from` is the page to redirect to, for forms that are on several pages; home by default.

/// The typed number as text: an invalid one is reported at its field.
struct NumberForm: Decodable, Sendable {
    var number: String?
    /// The number when the form was shown; see ``TitleForm/seen``.
    var seen: String?
    var from: Notice.Origin?
}

struct ColorForm: Decodable, Sendable {
    var color: Int?
    var from: Notice.Origin?
}

struct TitleForm: Decodable, Sendable {
    var title: String?
    /// The title when the form was shown: one that was not changed here must not undo a change made elsewhere.
    var seen: String?
    var from: Notice.Origin?
    /// The suggested title, used if none was typed.
    var suggestion: String?
}

struct CollapseForm: Decodable, Sendable {
    var collapsed: String?
}

struct StyleForm: Decodable, Sendable {
    var style: String?
    var from: Notice.Origin?
}

struct ResetForm: Decodable, Sendable {
    /// The count displayed when the reset was requested.
    var seen: Int64?
    /// The counter's revision that was displayed.
    var since: Int64?
    var from: Notice.Origin?
}
