// What forms and scripts send about goals and their days, besides the form of
// a goal itself.

struct ArchiveForm: Decodable, Sendable {
    /// yes | no
    var archived: String?
    var operation: String?
}

/// What a script adds to a form: an id of its own, and the time and zone of the device.
struct MarkForm: Decodable, Sendable {
    /// yes | no
    var done: String?
    var operation: String?
    /// Milliseconds since 1970.
    var at: Int64?
    /// Minutes east of UTC.
    var offset: Int?
}

struct DayNoteForm: Decodable, Sendable {
    var note: String?
    var operation: String?
    var at: Int64?
    var offset: Int?
}
