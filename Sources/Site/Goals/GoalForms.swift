// What forms and scripts send about goals and their days, besides the form of
// a goal itself.

struct ArchiveForm: Decodable, Sendable {
    /// yes | no
    var archived: String?
}

struct MarkForm: Decodable, Sendable {
    /// yes | no
    var done: String?
}

struct DayNoteForm: Decodable, Sendable {
    var note: String?
    /// The note that the form came with.
    var seen: String?
}
