// What a change works with: the database and its operation's metadata. It runs in
// the writer's transaction. Extensions in the feature folders change counters,
// entries, goals and settings.

import Foundation
import GRDB

/// The database and the metadata of one operation.
struct WriteContext {
    let database: Database
    let book: BookID
    /// The book's revision with this operation.
    let revision: Int64
    let operation: OperationID
    let device: Device.ID
    /// The device's time, but never later than ``now``.
    let madeAt: Moment
    /// Minutes east of UTC on the device.
    let zoneOffset: Int
    /// When the server received it.
    let now: Moment
    let limits: Limits
    /// How many more bytes of text the book may take today; nil means any number.
    let wordsLeft: Int?
    let preparations: Preparations
    /// What takes back what earlier commits of this operation did; nil in the first one.
    var begun: (any ChangeKind)?
}
