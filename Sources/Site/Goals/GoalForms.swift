// Form fields of requests about goals and their days, except the goal form itself.

struct ArchiveForm: Decodable, Sendable {
    /// yes | no
    var archived: String?
}

struct MarkForm: Decodable, Sendable {
    /// yes | no
    var done: String?
    /// The page it was marked on; the day's own by default.
    var from: Notice.Origin?
    /// Which page of the list on a watch.
    var page: Int?
}

struct DayNoteForm: Decodable, Sendable {
    var note: String?
    /// The note the form was rendered with.
    var seen: String?
}
