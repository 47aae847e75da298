// What can be asked of the ledger, whatever it is about. Forms, scripts, the
// outbox and imports all bring changes; each kind is a struct in the folder of
// its feature, and this file knows none of them but by the list at its end.

import Foundation

/// A change that somebody asks for, of one of the ``ChangeKinds``.
public struct Change: Sendable {
    let content: any ChangeKind

    init(_ content: some ChangeKind) { self.content = content }

    /// The name of its kind, as the log and the API have it.
    public var kind: String { type(of: content).kind }
}

extension Change: Hashable {
    public static func == (one: Change, other: Change) -> Bool {
        AnyHashable(one.content) == AnyHashable(other.content)
    }

    public func hash(into hasher: inout Hasher) { content.hash(into: &hasher) }
}

/// One kind of change: its JSON is the same in the log, in a device's outbox and in the API.
protocol ChangeKind: Codable, Hashable, Sendable {
    /// Its name, which stands for it in the log and is never given to another.
    static var kind: String { get }
    /// Whether a device may ask for it. Others only come about as the inverse of one.
    static var isPublic: Bool { get }
    /// Whether it appends an entry to a counter. Such a change is taken back by
    /// naming its operation, so that nothing needs to be kept for it.
    static var makesEntry: Bool { get }
    /// Whether it holds words of a person's, which leave the log in time.
    static var holdsWords: Bool { get }

    /// Does it, and says what would take it back, made from what was there before.
    ///
    /// - Throws: ``Refusal``; then nothing has changed.
    func perform(in context: WriteContext) throws -> Outcome
}

extension ChangeKind {
    static var isPublic: Bool { true }
    static var makesEntry: Bool { false }
    static var holdsWords: Bool { false }
}

/// What a change has led to.
struct Outcome {
    enum Subject {
        case counter(CounterRow)
        case goal(GoalRow)
        /// The book itself: its settings, or all counters at once.
        case book
    }

    let subject: Subject
    /// The number of the entry it appended, or was about.
    var entry: Entry.Number?
    /// What takes it back; nil for what can't be, and for what ``ChangeKind/makesEntry``.
    var inverse: (any ChangeKind)?
}

/// The list of kinds: the one place that knows them all.
enum ChangeKinds {
    static let all: [any ChangeKind.Type] = [
        CreateCounter.self, Rename.self, Recolor.self, Restyle.self, SetStep.self, Collapse.self,
        CollapseAll.self, MoveCounter.self, DeleteCounter.self, RestoreCounter.self, DeleteAll.self,
        Increment.self, Decrement.self, Reset.self, SetCount.self, VoidEntry.self, Annotate.self,
        Retime.self, Share.self, Unshare.self, ReviveLink.self, ImportArchive.self, TakeBackImport.self,
        SetDayStart.self, SetWeekStart.self, CreateGoal.self, RemoveGoal.self, EditGoal.self,
        ArchiveGoal.self, MoveGoal.self, MarkDay.self, NoteDay.self, Undo.self,
    ]

    private static let byName = Dictionary(uniqueKeysWithValues: all.map { ($0.kind, $0) })

    /// Nil where there is no such kind.
    static func named(_ kind: String) -> (any ChangeKind.Type)? { byName[kind] }

    /// The names of those that hold words of a person's.
    static let wordy = all.filter { $0.holdsWords }.map { $0.kind }
}

extension ChangeKind {
    /// Its fields as JSON, keys in their order.
    var json: String {
        get throws { String(decoding: try ChangeCoding.encoder.encode(self), as: UTF8.self) }
    }

    static func read(_ json: some StringProtocol) throws -> Self {
        try ChangeCoding.decoder.decode(Self.self, from: Data(json.utf8))
    }
}

enum ChangeCoding {
    static let encoder: JSONEncoder = {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return encoder
    }()

    static let decoder = JSONDecoder()
}
