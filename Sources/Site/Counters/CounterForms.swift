// What forms and scripts send about counters. All of it is optional: an
// unticked box and a plain form's missing fields are simply not sent.

import Hummingbird
import Ledger

/// A tap, or a tap taken back.
struct TapForm: Decodable, Sendable {
    /// How much the device showed that a tap counts.
    var step: Int64?
    /// The page that a plain form stands on, to which its reader goes back.
    var from: Origin?

    enum Origin: String, Decodable, Sendable { case counter, full }
}

// Forms that stand on several pages say by `from` which one their reader goes back to; home, where they do not.

/// A number somebody typed, as text: what is no number is told at its field.
struct NumberForm: Decodable, Sendable {
    var number: String?
    var from: Notice.Origin?
}

struct ColorForm: Decodable, Sendable {
    var color: Int?
    var from: Notice.Origin?
}

struct TitleForm: Decodable, Sendable {
    var title: String?
    var from: Notice.Origin?
    /// The title that was offered, and is meant where none was typed.
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
    /// The count that was seen when reset was asked for.
    var seen: Int64?
    var from: Notice.Origin?
}
