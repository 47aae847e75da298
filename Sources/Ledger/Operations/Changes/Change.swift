// The changes that forms, scripts, the outbox and imports can request from the
// ledger. Each kind is a struct in its feature's folder; this file refers to them
// only in the list at its end.

import Foundation

/// A requested change, of one of the ``ChangeKinds``.
public struct Change: Sendable {
    let content: any ChangeKind

    init(_ content: some ChangeKind) { self.content = content }

    /// The name of its kind, as in the log and the API.
    public var kind: String { (content as? UnreadableChange)?.named ?? type(of: content).kind }
}

extension Change: Hashable {
    public static func == (one: Change, other: Change) -> Bool {
        AnyHashable(one.content) == AnyHashable(other.content)
    }

    public func hash(into hasher: inout Hasher) { content.hash(into: &hasher) }
}

/// A kind of change. Its JSON is the same in the log, in a device's outbox and in the API.
protocol ChangeKind: Codable, Hashable, Sendable {
    /// The kind's name in the log, never reused for another kind.
    static var kind: String { get }
    /// Whether a device may request it. Other kinds exist only as inverses.
    static var isPublic: Bool { get }
    /// Whether it appends an entry to a counter. Such a change is undone by
    /// naming its operation, so no inverse has to be stored.
    static var makesEntry: Bool { get }
    /// Whether it contains user-written text, which is eventually removed from the log.
    static var hasTypedText: Bool { get }
    /// Whether it has fields that only an inverse has. Such a change restores what was there before, and is
    /// not validated again, so a device may not request it.
    var isInverse: Bool { get }
    /// What it is about, for a kind that ``hasTypedText``: once that has left the log, an operation's receipt tells it by
    /// this. Nil if it creates something.
    var subject: NamedSubject? { get }
    /// Its fields as JSON with sorted keys.
    var json: String { get throws }

    /// Performs the change, and returns its inverse, built from the previous state.
    ///
    /// - Throws: ``Refusal``, with nothing changed.
    func perform(in context: WriteContext) throws -> Outcome
}

extension ChangeKind {
    static var isPublic: Bool { true }
    static var makesEntry: Bool { false }
    static var hasTypedText: Bool { false }
    var isInverse: Bool { false }
    var subject: NamedSubject? { nil }
}

/// A kind whose inverse applies only while the operation that it undoes is the last one to have changed
/// the same thing.
protocol ReplacingChangeKind: ChangeKind {
    /// For an inverse, the operation that it undoes.
    var replacing: OperationID? { get }
}

extension ReplacingChangeKind {
    var isInverse: Bool { replacing != nil }
}

/// A kind that may have so much to write that it takes several commits, between which others have their turn. After each of
/// them the log has what takes back all that is written by then.
protocol LongChangeKind: ChangeKind {
    /// Whether there is more to write. It is kept in the log only, and makes no other change of it.
    var isUnfinished: Bool { get set }
}

/// The result of a change.
struct Outcome {
    enum Subject {
        case counter(CounterRow)
        case goal(GoalRow)
        /// The book itself: its settings, or all counters at once.
        case book
    }

    let subject: Subject
    /// The number of the entry it appended or changed.
    var entry: Entry.Number?
    /// The change that undoes it; nil if it cannot be undone, and if ``ChangeKind/makesEntry``.
    var inverse: (any ChangeKind)?
    /// The number of entries read and written, if it may be large.
    var entriesRead = 0, entriesWritten = 0
    /// The bytes of text written, if they are not part of the change.
    var wordsWritten = 0
    /// Of a ``LongChangeKind``: whether there is more to write, in another commit.
    var isUnfinished = false
    /// What was read for that already.
    var prepared: Preparation?
}

/// The registry of all kinds, the only code that lists them.
enum ChangeKinds {
    static let all: [any ChangeKind.Type] = [
        CreateCounter.self, Rename.self, Recolor.self, Restyle.self, SetStep.self, Collapse.self,
        CollapseAll.self, MoveCounter.self, DeleteCounter.self, RestoreCounter.self, DeleteAll.self,
        Increment.self, Decrement.self, Reset.self, SetCount.self, VoidEntry.self, Annotate.self,
        Retime.self, Share.self, Unshare.self, ReviveLink.self, ImportArchive.self, TakeBackImport.self,
        CopyAccount.self, TakeBackCopy.self, ImportGoals.self, TakeBackGoals.self, SetDayStart.self,
        SetWeekStart.self, CreateGoal.self,
        RemoveGoal.self, EditGoal.self,
        ArchiveGoal.self, MoveGoal.self, MarkDay.self, NoteDay.self, Undo.self,
    ]

    private static let byName = Dictionary(uniqueKeysWithValues: all.map { ($0.kind, $0) })

    /// Nil if there is no such kind.
    static func named(_ kind: String) -> (any ChangeKind.Type)? { byName[kind] }

    /// The names of the kinds that contain user-written text.
    static let kindsWithTypedText = all.filter { $0.hasTypedText }.map { $0.kind }
}

extension ChangeKind {
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
