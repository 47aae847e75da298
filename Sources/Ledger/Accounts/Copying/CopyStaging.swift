// Writes the copy of a large account piece by piece into counters and goals that nobody sees, so that other people's
// taps are written in between. The operation itself then only shows them.

import GRDB

/// What is written already of a copy.
struct StagedCopy: Sendable {
    /// The rows, by what they are copies of.
    fileprivate(set) var copies: [CopyPlan.Item: Int64] = [:]

    /// Those that are still as they were written.
    func intact(in database: Database) throws -> [CopyPlan.Item: Int64] {
        try copies.filter { try database.isIntact($0.value, of: $0.key) }
    }
}

/// What was to be copied has changed while it was, or the copy was tidied away: nothing is copied.
struct StaleCopy: Error {}

extension Ledger {
    /// Opens an account as ``open(_:as:named:applying:at:)`` does, and takes another one along.
    ///
    /// If the process is killed in between, nothing is seen of the copy, the key is good, and ``tidy(now:)`` removes
    /// what was written.
    func open(
        _ key: AccountKey, as device: TokenHash, named name: String, takingAlong source: AccountID,
        by operation: Operation, _ limits: Limits, at now: Moment
    ) async throws -> AccountID? {
        for _ in 0..<3 {
            guard let book = try read({ try $0.account(openableBy: key, at: now) }) else { return nil }
            var staged = StagedCopy()
            do {
                if book != source { staged = try await stageCopy(of: source, to: book, now, limits) }
                let copy = operation.with(Change(CopyAccount(account: source, staged: staged)))
                let opened = try await openAtOnce(
                    key, as: device, named: name, applying: (copy, limits), at: now)
                // Somebody else has used the code meanwhile.
                if opened == nil { try? await discard(staged, now: now) }
                return opened
            } catch is StaleCopy {
                try await discard(staged, now: now)
            } catch let refusal as Refusal {
                try? await discard(staged, now: now)
                throw refusal
            }
        }
        // Somebody counts in it all the time.
        throw Refusal.tooManyOperations
    }

    /// - Parameter atOnce: About how many rows are written per commit.
    /// - Returns: An empty one of an account with no more than that.
    /// - Throws: ``StaleCopy`` or what ``CopyAccount`` is refused for, with nothing left behind.
    func stageCopy(
        of source: AccountID, to book: BookID, _ now: Moment, _ limits: Limits, atOnce: Int = 1_000
    ) async throws -> StagedCopy {
        let plan = try readTogether { try CopyPlan(of: source, in: $0) }
        guard plan.rows > atOnce else { return StagedCopy() }
        let limits = limits.with(try self.limits(of: book) ?? AccountLimits())
        try requireAllowance(of: book, words: plan.words, now: now, limits: limits)
        let piece = CopyPiece(book: book, now: now, limits: limits, atOnce: atOnce)
        try read { try plan.requireRoom(in: piece.context($0)) }
        var staged = StagedCopy()
        do {
            var few: [CopyPlan.Item] = [], rows = 0
            for item in plan.items where item.rows <= atOnce {
                few.append(item)
                rows += 1 + item.rows
                guard rows >= atOnce else { continue }
                try await write(few, piece, to: &staged)
                (few, rows) = ([], 0)
            }
            try await write(few, piece, to: &staged)
            for item in plan.items where item.rows > atOnce {
                let copy = try await queue.commitPiece { try piece.begin(item, in: $0) }
                staged.copies[item] = copy
                while try await queue.commitPiece({ try piece.continue(item, copy, in: $0) }) {}
            }
        } catch {
            try? await discard(staged, now: now)
            throw error
        }
        return staged
    }

    private func write(
        _ items: [CopyPlan.Item], _ piece: CopyPiece, to staged: inout StagedCopy
    ) async throws {
        guard !items.isEmpty else { return }
        let copies = try await queue.commitPiece { try piece.write(items, in: $0) }
        staged.copies.merge(zip(items, copies)) { $1 }
    }

    /// Removes what nobody sees of a copy.
    func discard(_ staged: StagedCopy, now: Moment) async throws {
        let copies = staged.copies.sorted { $0.value < $1.value }
        _ = try await removeCounters(
            copies.filter { $0.key.table == .counter }.map(\.value), deletedBefore: Counter.longAgo + 1,
            at: now)
        try await removeGoals(
            copies.filter { $0.key.table == .goal }.map(\.value), removedBefore: Counter.longAgo + 1, at: now)
    }
}

/// Writes a piece of a copy, in one commit.
private struct CopyPiece: Sendable {
    let book: BookID
    let now: Moment
    let limits: Limits
    let atOnce: Int

    func context(_ database: Database) -> WriteContext {
        WriteContext(
            database: database, book: book, revision: 0,
            operation: OperationID(bytes: Array(repeating: 0, count: 16)),
            device: 0, madeAt: now, zoneOffset: 0, now: now, limits: limits, wordsLeft: nil,
            replays: Replays(limits))
    }

    /// - Returns: The copies of small items, in their order.
    func write(_ items: [CopyPlan.Item], in database: Database) throws -> [Int64] {
        try items.map { item in
            let copy = try begin(item, in: database)
            while try context(database).copyNext(of: item, to: copy, atMost: .max) {}
            return copy
        }
    }

    func begin(_ item: CopyPlan.Item, in database: Database) throws -> Int64 {
        guard try database.first("SELECT 1 FROM book WHERE id = ?", [book], { _ in true }) ?? false,
            try database.isUnchanged(item)
        else { throw StaleCopy() }
        return try context(database).insertHiddenCopy(of: item)
    }

    /// - Returns: Whether there may be more.
    func `continue`(_ item: CopyPlan.Item, _ copy: Int64, in database: Database) throws -> Bool {
        guard try database.isUnchanged(item), try database.isHidden(copy, of: item) else { throw StaleCopy() }
        return try context(database).copyNext(of: item, to: copy, atMost: atOnce)
    }
}

extension Database {
    /// Whether it is still in the state that was to be copied.
    fileprivate func isUnchanged(_ item: CopyPlan.Item) throws -> Bool {
        try first(
            "SELECT 1 FROM \(item.table.rawValue) WHERE id = ? AND revision = ? AND \(item.table.hidden) IS NULL",
            [item.row, item.revision], { _ in true }) ?? false
    }

    fileprivate func isHidden(_ copy: Int64, of item: CopyPlan.Item) throws -> Bool {
        switch item.table {
        case .counter:
            // One that is about to be removed says that it has no entries.
            try first(
                "SELECT 1 FROM counter WHERE id = ? AND deletedAt = ? AND entries = ?",
                [copy, Counter.longAgo, item.rows], { _ in true }) ?? false
        case .goal:
            try first(
                "SELECT 1 FROM goal WHERE id = ? AND removedAt = ?", [copy, Counter.longAgo], { _ in true })
                ?? false
        }
    }

    /// Whether nothing of a copy that is written is tidied away.
    fileprivate func isIntact(_ copy: Int64, of item: CopyPlan.Item) throws -> Bool {
        guard try isHidden(copy, of: item) else { return false }
        guard item.table == .goal else { return true }
        return try first("SELECT COUNT(*) FROM goalDay WHERE goal = ?", [copy]) { $0[0] } == item.rows
    }
}

extension Operation {
    fileprivate func with(_ change: Change) -> Operation {
        Operation(
            id: id, mayBeRepeated: mayBeRepeated, change: change, madeAt: madeAt, zoneOffset: zoneOffset,
            account: account)
    }
}
