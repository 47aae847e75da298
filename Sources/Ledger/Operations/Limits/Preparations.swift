// What an operation has to read first, where that takes long: it is read outside the writer, where everybody else would
// wait for it, and the writer only looks whether it still holds.

import Foundation
import GRDB

/// What was read in advance for an operation.
struct Preparations: Sendable {
    /// For more entries than these, the writer does not read itself.
    private let most: Int
    private var replays: [Replay.Request: Replay] = [:]
    private var voids: [ImportTrace.Addition: PreparedVoid] = [:]
    private(set) var importPlan: ImportPlan?
    private(set) var goalsPlan: GoalsImportPlan?
    /// How often something was out of date when it was used.
    private var repetitions = 0
    /// The number of entries read.
    private(set) var entries = 0

    /// - Parameter known: What an earlier commit of the same operation leaves.
    init(_ limits: Limits, _ known: Preparation? = nil) {
        most = limits.entriesReplayed ?? .max
        switch known {
        case .replay(let request, let replay): replays = [request: replay]
        case .voids(let made): voids = made
        case .importPlan(let plan): importPlan = plan
        case .goalsPlan(let plan): goalsPlan = plan
        case nil: break
        }
    }

    /// The count of a counter if some of its entries were turned.
    ///
    /// - Throws: ``MissingPreparation``.
    func count(for request: Replay.Request, in database: Database) throws -> Int64 {
        if let count = try replays[request]?.continued(for: request, in: database) { return count }
        let entries: Int =
            try database.first("SELECT entries FROM counter WHERE id = ?", [request.counter]) { $0[0] } ?? 0
        try requireReadable(entries, or: .replay(request))
        return try Replay.count(for: request, in: database)
    }

    /// How to undo or redo what imports added, where that still holds.
    func currentVoids(in database: Database) throws -> [ImportTrace.Addition: PreparedVoid] {
        try voids.filter { try $0.value.isCurrent(in: database) }
    }

    /// How to undo or redo what an import added to a counter, read now.
    ///
    /// - Parameter trace: All that the import did.
    /// - Throws: ``MissingPreparation``.
    func void(
        for addition: ImportTrace.Addition, of trace: ImportTrace, _ counter: CounterRow,
        in database: Database
    ) throws -> BulkVoid {
        try requireReadable(trace.entries, or: .void(trace))
        return try BulkVoid(of: addition, count: counter.count, in: database, preparations: self)
    }

    /// - Throws: ``MissingPreparation`` if the writer would have to read more entries than it may.
    func requireReadable(_ entries: Int, or request: MissingPreparation.Request) throws {
        if repetitions >= Self.mostRepetitions, !request.isReplay { return }
        guard entries <= most else { throw MissingPreparation(request: request, entries: entries) }
    }

    /// - Throws: ``Refusal/tooManyOperations`` if others keep changing what is replayed. An import is read by the writer
    ///   then: somebody may well go on counting on another device.
    mutating func add(_ made: Preparation, for missing: MissingPreparation) throws {
        let isRepeated: Bool
        switch made {
        case .replay(let request, let replay):
            isRepeated = replays.updateValue(replay, forKey: request) != nil
        case .voids(let made):
            isRepeated = made.keys.contains { voids[$0] != nil }
            voids.merge(made) { $1 }
        case .importPlan(let plan):
            isRepeated = importPlan != nil
            importPlan = plan
        case .goalsPlan(let plan):
            isRepeated = goalsPlan != nil
            goalsPlan = plan
        }
        if isRepeated { repetitions += 1 }
        guard repetitions <= Self.mostRepetitions || !missing.request.isReplay else {
            throw Refusal.tooManyOperations
        }
        entries += missing.entries
    }

    private static let mostRepetitions = 4
}

/// How to undo or redo what an import added to a counter, as long as the counter does not change.
struct PreparedVoid: Sendable {
    let void: BulkVoid
    private let counter: Int64
    private let revision: Int64

    /// - Parameter revision: The counter's, for which it holds.
    init(_ void: BulkVoid, of counter: Int64, revision: Int64) {
        self.void = void
        self.counter = counter
        self.revision = revision
    }

    fileprivate init?(of addition: ImportTrace.Addition, in database: Database) throws {
        let found: (revision: Int64, count: Int64)? = try database.first(
            "SELECT revision, count FROM counter WHERE id = ?", [addition.counter]
        ) { ($0[0], $0[1]) }
        guard let found else { return nil }
        counter = addition.counter
        revision = found.revision
        void = try BulkVoid(
            of: addition, count: found.count, in: database, preparations: Preparations(Limits()))
    }

    fileprivate func isCurrent(in database: Database) throws -> Bool {
        try database.first("SELECT revision FROM counter WHERE id = ?", [counter]) { $0[0] } == revision
    }
}

/// Something that was read in advance.
enum Preparation: Sendable {
    case replay(Replay.Request, Replay)
    case voids([ImportTrace.Addition: PreparedVoid])
    case importPlan(ImportPlan)
    case goalsPlan(GoalsImportPlan)
}

/// Thrown by an operation that needs something to be read first and has changed nothing.
struct MissingPreparation: Error {
    enum Request: Sendable {
        case replay(Replay.Request)
        /// Of an import that is undone or redone.
        case void(ImportTrace)
        case importPlan(ImportPlan.Request)
        case goalsPlan(GoalsImportPlan.Request)
    }

    let request: Request
    /// How many have to be read.
    let entries: Int
    /// The operation's index in its list.
    var place = 0
}

extension MissingPreparation.Request {
    fileprivate var isReplay: Bool { if case .replay = self { true } else { false } }

    fileprivate func made(in database: Database) throws -> Preparation {
        switch self {
        case .replay(let request): .replay(request, try Replay.made(for: request, in: database))
        case .void(let trace):
            .voids(
                try trace.grown.reduce(into: [:]) { $0[$1] = try PreparedVoid(of: $1, in: database) })
        case .importPlan(let request): .importPlan(try ImportPlan(request, in: database))
        case .goalsPlan(let request): .goalsPlan(try GoalsImportPlan(request, in: database))
        }
    }
}

/// Makes long preparations, one at a time, on a thread that blocks nobody else.
struct PreparationQueue: Sendable {
    private let queue = DispatchQueue(label: "preparations")

    func prepare(_ missing: MissingPreparation, in ledger: Ledger) async throws -> Preparation {
        try await withCheckedThrowingContinuation { continuation in
            queue.async {
                continuation.resume(
                    with: Result { try ledger.read { try missing.request.made(in: $0) } })
            }
        }
    }
}
