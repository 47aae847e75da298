// What can be changed in the ledger. Form posts, scripts and the outbox all
// speak in these.

/// A change that somebody asks for.
public enum Change: Sendable, Hashable {
    /// A new counter at the bottom of the list.
    case createCounter(title: String, style: Counter.Style)
    /// Adds as much as the device showed for a step; the counter's own where it does not say.
    case increment(Counter.ID, by: Int64? = nil)
    /// Takes a step away, and of a smaller count all of it.
    case decrement(Counter.ID, by: Int64? = nil)
    /// Takes away what its device had seen, so that taps made elsewhere
    /// meanwhile stay (product.md, Sync); everything where it cannot tell.
    case reset(Counter.ID, seen: Int64?)
    /// Makes the count this, whatever it was.
    case set(Counter.ID, count: Int64)
    case rename(Counter.ID, title: String)
    case collapse(Counter.ID, isCollapsed: Bool)
    /// Collapses or expands all counters.
    case collapseAll(isCollapsed: Bool)
    case restyle(Counter.ID, Counter.Style)
    /// - color: A place in the scheme's sequence, from 0.
    case recolor(Counter.ID, color: Int)
    /// How much one tap counts, 1 to ``Counter/largestStep``.
    case setStep(Counter.ID, step: Int64)
    /// Puts the counter right after another one; nil: at the top.
    case move(Counter.ID, after: Counter.ID?)
    /// Takes an entry back, or lets it stand again.
    case void(Counter.ID, entry: Entry.Number, isVoid: Bool)
    /// A remark at an entry; an empty one removes it.
    case annotate(Counter.ID, entry: Entry.Number, note: String)
    /// Puts the counter into the trash for ``Counter/daysInTrash`` days.
    case delete(Counter.ID)
    case restore(Counter.ID)
    /// Brings in counters from a file, without what is there already.
    case importArchive(Archive)
    /// Lets whoever has the link see the counter; one that is shared already keeps the link it has.
    case share(Counter.ID, as: ShareToken)
    /// Revokes the counter's link. Shared again it gets another one.
    case unshare(Counter.ID)
    /// The hour of the clock that the account's days begin with, 0 to 23.
    case setDayStart(hour: Int)
    /// The day that the account's weeks begin with; nil: the one of the reader's language.
    case setWeekStart(Weekday?)
    /// Lets go of all counters for good, those in the trash too.
    ///
    /// - newest: The newest that was known of. Where there is a newer one, nothing is deleted.
    case deleteAll(newest: Counter.ID)
    /// A new goal at the bottom of the list.
    case createGoal(GoalDraft)
    /// Days outside of the goal's new range keep their marks and notes. Where it
    /// follows its counter no more, the days that reached the target are marked.
    case editGoal(Goal.ID, GoalDraft)
    case archiveGoal(Goal.ID, isArchived: Bool)
    /// Puts the goal right after another one; nil: at the top.
    case moveGoal(Goal.ID, after: Goal.ID?)
    /// Marks a day as done by hand, or as not done. Whoever did so later on their device wins.
    case markDay(Goal.ID, CivilDay, isDone: Bool)
    /// What somebody has to say about a day, one to come too; an empty note
    /// removes it. Whoever wrote later on their device wins.
    case noteDay(Goal.ID, CivilDay, note: String)
    /// Takes back what an operation did, as far as nobody has changed the same since.
    case undo(OperationID)

    var kind: String {
        switch self {
        case .createCounter: "create"
        case .increment: "increment"
        case .decrement: "decrement"
        case .reset: "reset"
        case .set: "set"
        case .rename: "rename"
        case .collapse: "collapse"
        case .collapseAll: "collapseAll"
        case .restyle: "restyle"
        case .recolor: "recolor"
        case .setStep: "step"
        case .move: "move"
        case .void: "void"
        case .annotate: "annotate"
        case .delete: "delete"
        case .restore: "restore"
        case .importArchive: "import"
        case .share: "share"
        case .unshare: "unshare"
        case .setDayStart: "dayStart"
        case .setWeekStart: "weekStart"
        case .deleteAll: "deleteAll"
        case .createGoal: "createGoal"
        case .editGoal: "editGoal"
        case .archiveGoal: "archiveGoal"
        case .moveGoal: "moveGoal"
        case .markDay: "markDay"
        case .noteDay: "noteDay"
        case .undo: "undo"
        }
    }

    /// The goal that it is about; nil where it is about none, or about one that it makes.
    var goal: Goal.ID? {
        switch self {
        case .editGoal(let id, _), .archiveGoal(let id, _), .moveGoal(let id, _), .markDay(let id, _, _),
            .noteDay(let id, _, _):
            id
        default: nil
        }
    }

    /// What the kind and the counter or goal do not say, kept with the operation.
    var payload: String? {
        switch self {
        case .createCounter(let title, let style): "\(style.rawValue) \(title)"
        case .increment(_, let step), .decrement(_, let step): step.map { String($0) }
        case .set(_, let count): String(count)
        case .rename(_, let title): title
        case .restyle(_, let style): style.rawValue
        case .recolor(_, let color): String(color)
        case .setStep(_, let step): String(step)
        case .move(_, let neighbour): neighbour.map { String($0) }
        case .void(_, let entry, let isVoid): "\(entry) \(isVoid ? "yes" : "no")"
        case .annotate(_, let entry, let note): "\(entry) \(note)"
        case .setDayStart(let hour): String(hour)
        case .setWeekStart(let weekday): weekday.map { String($0.rawValue) }
        case .deleteAll(let newest): String(newest)
        case .createGoal(let draft), .editGoal(_, let draft): draft.text
        case .archiveGoal(_, let isArchived): isArchived ? "yes" : "no"
        case .moveGoal(_, let neighbour): neighbour.map { String($0) }
        case .markDay(_, let day, let isDone): "\(day.number) \(isDone ? "yes" : "no")"
        case .noteDay(_, let day, let note): "\(day.number) \(note)"
        case .undo(let operation): operation.text
        case .reset(_, let seen): seen.map { String($0) }
        case .collapse(_, let isCollapsed), .collapseAll(let isCollapsed): isCollapsed ? "yes" : "no"
        // A link's token is new with each request; the same operation has the link that it made.
        case .share: nil
        case .delete, .restore, .importArchive, .unshare: nil
        }
    }
}
