// What three offline devices of one account do: a list of operations each,
// randomly chosen from all kinds that a device may send.

@testable import Ledger

struct Schedule {
    enum Rules {
        /// Only replacing, counting and creating: every order of arrival ends in the same state.
        case replacing
        /// Deletions and undos too, on things that may not exist: only the invariants hold.
        case everything
    }

    let rules: Rules
    /// By the first device, before the others join.
    private(set) var prologue: [Operation] = []
    /// By each device, in order.
    private(set) var devices: [[Operation]] = [[], [], []]

    /// When the server receives them.
    static let now = Moment.start
    static let firstMarkedDay = CivilDay.start.adding(-40)

    private var chance: Seeded
    private var clocks: [Int64] = []
    /// Whether the devices do much within the same millisecond.
    private let isAtOnce: Bool
    /// What each device has created itself.
    private var counters: [[OperationID]] = [[], [], []]
    private var goals: [[OperationID]] = [[], [], []]
    private var taps: [[(counter: Name, entry: Name)]] = [[], [], []]
    private var all: [OperationID] = []

    init(seed: UInt64, _ rules: Rules, length: Int) {
        self.rules = rules
        chance = Seeded(seed)
        isAtOnce = seed % 5 == 0
        let past = Self.now.advanced(byDays: -20).milliseconds
        clocks = [past, past, past]
        for title in ["Robins", "Coffees"] {
            let id = add(.createCounter(title: title, style: .fractal), by: 0, toPrologue: true)
            counters = counters.map { $0 + [id] }
        }
        let goal = add(
            Change(
                CreateGoal(
                    name: "Read", color: 0, start: .start.adding(-60), end: .start.adding(30))),
            by: 0, toPrologue: true)
        goals = goals.map { $0 + [goal] }
        let tap = add(.increment(1), by: 0, toPrologue: true)
        for device in taps.indices { taps[device].append((counter: .number(1), entry: .operation(tap))) }

        for device in devices.indices { clocks[device] = isAtOnce ? clocks[0] : startOfClock() }
        for _ in 0..<length {
            let device = Int.random(in: 0..<3, using: &chance)
            let kind = chance.pick(Self.kinds(rules))
            let change = change(kind, by: device)
            let id = add(change, by: device)
            switch kind {
            case CreateCounter.kind: counters[device].append(id)
            case CreateGoal.kind: goals[device].append(id)
            case Increment.kind:
                if let counter = (change.content as? Increment)?.counter {
                    taps[device].append((counter, .operation(id)))
                }
            default: break
            }
        }
    }

    static func kinds(_ rules: Rules) -> [String] {
        let kinds = ChangeKinds.all.filter { $0.isPublic }.map { $0.kind }
        let others: Set = [DeleteCounter.kind, RestoreCounter.kind, DeleteAll.kind, Undo.kind]
        return rules == .everything ? kinds + [Undo.kind, Undo.kind] : kinds.filter { !others.contains($0) }
    }

    /// Clocks are correct, slow by days, ahead by days, or not set at all.
    private mutating func startOfClock() -> Int64 {
        let days: Int64 = 86_400_000
        return switch Int.random(in: 0..<8, using: &chance) {
        case 0: Int64.random(in: 0...30 * days, using: &chance)
        case 1, 2: Self.now.milliseconds + Int64.random(in: -days...9 * days, using: &chance)
        default: Self.now.milliseconds - Int64.random(in: days...9 * days, using: &chance)
        }
    }

    private mutating func add(_ change: Change, by device: Int, toPrologue: Bool = false) -> OperationID {
        clocks[device] += Int64.random(in: isAtOnce ? 0...1 : 1...10_000_000, using: &chance)
        let moment = Moment(milliseconds: clocks[device])
        // A device's ids are in the order in which it made them.
        let id = OperationID(at: moment, using: &chance).numbered(devices[device].count)
        let operation = Operation(
            id: id, mayBeRepeated: true, change: change, madeAt: moment,
            zoneOffset: chance.pick([0, 60, 540, -600, 1080, -1080]))
        if toPrologue { prologue.append(operation) } else { devices[device].append(operation) }
        all.append(id)
        return id
    }

    /// What must be counted on the counters on which nothing but increments by a given number happen: there the
    /// order of arrival does not matter.
    var sums: [OperationID: Int64] {
        var sums: [OperationID: Int64] = [:], others: Set<OperationID> = []
        let first = prologue.map(\.id)
        func id(_ name: Name) -> OperationID {
            switch name {
            case .number(let number): first[Int(number) - 1]
            case .operation(let id): id
            }
        }
        for operation in prologue + devices.joined() {
            switch operation.change.content {
            case is CreateCounter: sums[operation.id] = 0
            case let change as Increment:
                // The first one is made before any step is set.
                if let by = operation.id == first.last ? 1 : change.by {
                    sums[id(change.counter), default: 0] += by
                } else {
                    others.insert(id(change.counter))
                }
            case let change as Decrement: others.insert(id(change.counter))
            case let change as Reset: others.insert(id(change.counter))
            case let change as SetCount: others.insert(id(change.counter))
            case let change as VoidEntry: others.insert(id(change.counter))
            default: break
            }
        }
        return sums.filter { !others.contains($0.key) }
    }

    // MARK: - What is named

    private mutating func counter(_ device: Int) -> Name {
        if rules == .everything, chance.chance(1, in: 6) {
            return chance.chance(1, in: 2)
                ? .number(Int64.random(in: 1...5, using: &chance)) : .operation(chance.pick(all))
        }
        let place = Int.random(in: counters[device].indices, using: &chance)
        // The first two are created before all others, so they have the same number everywhere.
        return place < 2 && chance.chance(1, in: 2)
            ? .number(Int64(place + 1)) : .operation(counters[device][place])
    }

    private mutating func goal(_ device: Int) -> Name {
        let place = Int.random(in: goals[device].indices, using: &chance)
        return place == 0 && chance.chance(1, in: 2) ? .number(1) : .operation(goals[device][place])
    }

    private mutating func entry(_ device: Int) -> (counter: Name, entry: Name) {
        if rules == .everything, chance.chance(1, in: 5) {
            return (counter(device), .number(Int64.random(in: 1...6, using: &chance)))
        }
        return chance.pick(taps[device])
    }

    private mutating func day() -> CivilDay {
        Self.firstMarkedDay.adding(Int.random(in: 0...2, using: &chance))
    }

    private mutating func words() -> String { "w\(Int.random(in: 0...99, using: &chance))" }

    private mutating func seen() -> String? {
        rules == .everything && chance.chance(1, in: 2) ? chance.pick(["", words()]) : nil
    }

    // MARK: - What is done

    private mutating func change(_ kind: String, by device: Int) -> Change {
        let isTrue = Bool.random(using: &chance)
        let small = Int.random(in: 0...5, using: &chance)
        return switch kind {
        case CreateCounter.kind: .createCounter(title: words(), style: .western)
        case Rename.kind: .rename(counter(device), title: words())
        case Recolor.kind: .recolor(counter(device), color: small)
        case Restyle.kind: .restyle(counter(device), chance.pick(Counter.Style.allCases))
        case SetStep.kind: .setStep(counter(device), step: Int64(small + 1))
        case Collapse.kind: .collapse(counter(device), isCollapsed: isTrue)
        case CollapseAll.kind: .collapseAll(isCollapsed: isTrue)
        case MoveCounter.kind: .move(counter(device), after: isTrue ? counter(device) : nil)
        case DeleteCounter.kind: .delete(counter(device))
        case RestoreCounter.kind: .restore(counter(device))
        case DeleteAll.kind: .deleteAll(newest: Int64(small))
        case Decrement.kind: .decrement(counter(device))
        case Reset.kind: .reset(counter(device), seen: isTrue ? Int64(small) : nil)
        case SetCount.kind: .set(counter(device), count: Int64(small * 3))
        case Share.kind: .share(counter(device))
        case Unshare.kind: .unshare(counter(device))
        case SetDayStart.kind: .setDayStart(hour: small)
        case SetWeekStart.kind: .setWeekStart(Weekday(rawValue: small))
        case Undo.kind: .undo(chance.pick(all))
        case Increment.kind: .increment(counter(device), by: isTrue ? Int64(small + 1) : nil)
        default: changeOfGoalOrEntry(kind, by: device, isTrue, small)
        }
    }

    private mutating func changeOfGoalOrEntry(
        _ kind: String, by device: Int, _ isTrue: Bool, _ small: Int
    ) -> Change {
        switch kind {
        case VoidEntry.kind:
            let (counter, entry) = entry(device)
            return .void(counter, entry: entry, isVoid: isTrue)
        case Annotate.kind:
            let (counter, entry) = entry(device)
            return .annotate(counter, entry: entry, note: isTrue ? words() : "", seen: seen())
        case Retime.kind:
            let (counter, entry) = entry(device)
            let moment = Self.now.advanced(byDays: Int64(-small - 1))
            return .retime(counter, entry: entry, to: Timestamp(moment, zoneOffset: 60 * small))
        case CreateGoal.kind:
            let follows = rules == .everything && isTrue ? counter(device) : nil
            return Change(
                CreateGoal(
                    name: words(), color: small, start: .start.adding(-60), end: .start.adding(30),
                    counter: follows, target: follows == nil ? nil : 2))
        case EditGoal.kind: return Change(edit(by: device, isTrue, small))
        case ArchiveGoal.kind: return .archiveGoal(goal(device), isArchived: isTrue)
        case MoveGoal.kind: return .moveGoal(goal(device), after: isTrue ? goal(device) : nil)
        case MarkDay.kind: return .markDay(goal(device), day(), isDone: isTrue)
        case NoteDay.kind: return .noteDay(goal(device), day(), note: isTrue ? words() : "", seen: seen())
        default: preconditionFailure("nothing is drawn for \(kind)")
        }
    }

    private mutating func edit(by device: Int, _ isTrue: Bool, _ small: Int) -> EditGoal {
        var edit = EditGoal(goal: goal(device))
        if isTrue { edit.name = words() }
        if chance.chance(1, in: 2) { edit.color = small }
        if chance.chance(1, in: 2) {
            edit.range = .init(start: .start.adding(-60 - small), end: .start.adding(30 + small))
        }
        if chance.chance(1, in: 2) { edit.reminder = .init(isTrue ? small : nil) }
        if rules == .everything, chance.chance(1, in: 3) {
            edit.follows = .init(isTrue ? .init(counter: counter(device), target: 2) : nil)
        }
        return edit
    }
}
