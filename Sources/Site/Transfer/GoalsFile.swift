// Goals as a file, to keep, to import again or for other programs: a JSON object with "format", "version" and "goals". README.md describes
// the fields.

import Foundation
import Ledger

/// A goal in the file.
private struct ExportedGoal: Encodable {
    /// The operation that created it, by which an import knows it again.
    let id: String
    /// In the list, from 1 on: the file is in the order in which goals have changed.
    let place: Int?
    let name: String
    let color: Int
    /// The first and the last day, as 2026-11-29; so are all days.
    let start: String
    let end: String
    /// Minutes after midnight.
    let reminder: Int?
    /// The operation that created the counter that it follows; nil also if that was deleted.
    let follows: String?
    /// That counter's title.
    let counter: String?
    let target: Int64?
    let archived: Bool
    /// The days marked by hand.
    let done: [String]
    /// The days that the counter completed.
    let reached: [String]
    /// By day.
    let notes: [String: String]
}

/// The file, piece by piece: a book may have hundreds of goals of ten years.
struct GoalsFile {
    private let ledger: Ledger
    private let longReads: LongReads
    private let account: AccountID
    /// What is left of the one of several files that it is; nil for all goals in one.
    private var pieces: [GoalPiece]?
    private let encoder = JSONEncoder()
    /// How far it has been read; nil before its beginning.
    private var read: (revision: Int64, after: Goal.ID)?
    private var hasMore = true
    private var isFirst = true
    private var written: Set<Goal.ID> = []
    private var places: [Goal.ID: Int] = [:]

    init(ledger: Ledger, longReads: LongReads, account: AccountID, pieces: [GoalPiece]? = nil) {
        self.pieces = pieces?.reversed()
        self.ledger = ledger
        self.longReads = longReads
        self.account = account
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    }

    /// The next piece; nil after the last one.
    ///
    /// - Throws: ``TooManyWaiting`` if there is much to read, and many wait.
    mutating func next() async throws -> String? {
        guard hasMore else { return nil }
        if pieces != nil { return try await nextPiece() }
        if read == nil {
            let listed = try ledger.goals(of: account).map(\.id)
            places = Dictionary(uniqueKeysWithValues: zip(listed, 1...))
        }
        let (since, after, account, ledger) = (read?.revision ?? 0, read?.after ?? 0, account, ledger)
        var text = read == nil ? Self.beginning : ""
        let changes = try await longReads.read(of: account) { most in
            try ledger.changes(of: account, since: since, after: after, isStartingOver: true, most: most)
        }
        // One that changed only through its counter, or meanwhile, has been written already.
        for state in changes.goals where state.done != nil && written.insert(state.goal.id).inserted {
            text += try line(state, place: places[state.goal.id])
        }
        read = (changes.revision, changes.after ?? 0)
        hasMore = changes.hasMore
        return hasMore ? text : text + Self.end
    }

    private static let beginning =
        #"{"format":"\#(GoalsArchive.format)","version":\#(GoalsArchive.version),"goals":["#
    private static let end = "\n]}\n"

    /// The next goal of one of several files.
    private mutating func nextPiece() async throws -> String? {
        var text = isFirst ? Self.beginning : ""
        while let piece = pieces?.popLast() {
            let (account, ledger) = (account, ledger)
            let state = try await longReads.read(of: account) { most in
                try ledger.state(of: piece, of: account, most: most)
            }
            guard let state else { continue }
            return text + (try line(state, place: piece.place))
        }
        hasMore = false
        text += Self.end
        return text
    }

    private mutating func line(_ state: BookChanges.GoalState, place: Int?) throws -> String {
        defer { isFirst = false }
        return (isFirst ? "\n" : ",\n")
            + String(decoding: try encoder.encode(exported(state, place: place)), as: UTF8.self)
    }

    private func exported(_ state: BookChanges.GoalState, place: Int?) throws -> ExportedGoal {
        let goal = state.goal
        let counter = try goal.follows.flatMap { try self.counter($0.counter) }
        return ExportedGoal(
            id: state.origin.text, place: place, name: goal.name, color: goal.color,
            start: goal.start.description,
            end: goal.end.description,
            reminder: goal.reminder, follows: counter?.origin.text, counter: counter?.title,
            target: counter == nil ? nil : goal.follows?.target, archived: goal.isArchived,
            done: state.done?.map(\.description) ?? [], reached: state.reached.map(\.description),
            notes: Dictionary(
                uniqueKeysWithValues: (state.notes ?? [:]).map { ($0.key.description, $0.value) }))
    }

    private func counter(_ counter: Counter.ID) throws -> Counter? {
        do {
            return try ledger.counter(Name.number(counter), of: account)
        } catch is Refusal {
            return nil
        }
    }
}
