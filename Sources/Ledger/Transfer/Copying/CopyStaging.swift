// Writes the copy of a large account piece by piece into counters and goals that nobody sees, so that other people's
// taps are written in between. The operation itself then only shows them.

import GRDB

/// What is written already of a copy.
struct StagedCopy: Sendable {
    /// The copy's row for each item. An item that changes later is another item, and has no copy.
    fileprivate(set) var copies: [CopyPlan.Item: Int64] = [:]

    /// Those that are still as they were written.
    func intact(in database: Database) throws -> [CopyPlan.Item: Int64] {
        try copies.filter { try database.isIntact($0.value, of: $0.key) }
    }

    /// Keeps those of them that are intact and still planned.
    ///
    /// - Returns: The others.
    fileprivate mutating func keep(
        _ plan: CopyPlan, intact: [CopyPlan.Item: Int64]
    ) -> StagedCopy {
        let planned = Set(plan.items), all = copies
        copies = intact.filter { planned.contains($0.key) }
        return StagedCopy(copies: all.filter { copies[$0.key] == nil })
    }
}

/// Much of what was to be copied has changed while it was, or the copy was tidied away: nothing is copied.
struct StaleCopy: Error {}

extension Ledger {
    /// How many rows of a copy are written per commit. An account with no more is copied at once.
    static let copiedAtOnce = 500

    /// Whether an account is copied piece by piece, which takes a while.
    public func isCopiedInPieces(_ account: AccountID) throws -> Bool {
        try readTogether { try CopyPlan.rows(of: account, in: $0) } > Self.copiedAtOnce
    }

    /// Opens an account as ``open(_:as:named:leaving:applying:at:)`` does, and takes another one along.
    ///
    /// If the process is killed in between, nothing is seen of the copy, the key is good, and ``tidy(now:trustingClock:)`` removes
    /// what was written.
    func open(
        _ key: AccountKey, as device: TokenHash, named name: String, leaving previous: Device.ID?,
        takingAlong source: AccountID, by operation: Operation, _ limits: Limits, at now: Moment
    ) async throws -> AccountID? {
        var staged = StagedCopy()
        let opened: Result<AccountID?, any Error>
        do {
            opened = .success(
                try await tryToOpen(
                    key, as: device, named: name, leaving: previous, takingAlong: source, by: operation,
                    limits, at: now, &staged))
        } catch { opened = .failure(error) }
        // What is left in `staged` was not shown: all of it if the key was used up or the copy refused, else what changed
        // after it was written. If removing it fails, tidying does it.
        try? await discard(staged, now: now)
        return try opened.get()
    }

    private func tryToOpen(
        _ key: AccountKey, as device: TokenHash, named name: String, leaving previous: Device.ID?,
        takingAlong source: AccountID, by operation: Operation, _ limits: Limits, at now: Moment,
        _ staged: inout StagedCopy
    ) async throws -> AccountID? {
        for _ in 0..<3 {
            guard let book = try read({ try $0.account(openableBy: key, at: now) }) else { return nil }
            do {
                if book != source, try previous.map({ try isSignedIn($0) }) ?? true {
                    try await stageCopy(of: source, to: book, &staged, now, limits)
                }
                let copy = operation.with(Change(CopyAccount(account: source, staged: staged)))
                return try await openAtOnce(
                    key, as: device, named: name, leaving: previous, applying: (copy, limits), at: now)
            } catch is StaleCopy {
                // What has not changed is written, and stays for the next try.
            }
        }
        // Somebody counts in it all the time.
        throw Refusal.tooManyOperations
    }

    /// Writes what is not written yet of a copy, unless the account is small. What changes meanwhile is left out.
    ///
    /// - Parameters:
    ///   - staged: What is written. What has changed since is removed from it.
    ///   - atOnce: At most how many rows are written per commit.
    /// - Throws: ``StaleCopy`` if the account that it is for is gone, or what ``CopyAccount`` is refused for. What is
    ///   written stays.
    func stageCopy(
        of source: AccountID, to book: BookID, _ staged: inout StagedCopy, _ now: Moment, _ limits: Limits,
        atOnce: Int = Ledger.copiedAtOnce
    ) async throws {
        let plan = try readTogether { try CopyPlan(of: source, in: $0) }
        guard plan.rows > atOnce else { return }
        let limits = limits.with(try self.limits(of: book) ?? AccountLimits())
        try requireAllowance(of: book, words: plan.words, now: now, limits: limits)
        let piece = CopyPiece(book: book, now: now, limits: limits, atOnce: atOnce)
        try read { try plan.requireRoom(in: piece.context($0)) }
        let intact = try read { try staged.intact(in: $0) }
        try await discard(staged.keep(plan, intact: intact), now: now)
        let missing = plan.items.filter { staged.copies[$0] == nil }
        var few: [CopyPlan.Item] = [], rows = 0
        for item in missing where item.rows <= atOnce {
            if rows + item.rows > atOnce {
                try await write(few, piece, to: &staged)
                (few, rows) = ([], 0)
            }
            few.append(item)
            rows += item.rows
        }
        try await write(few, piece, to: &staged)
        for item in missing where item.rows > atOnce {
            guard let copy = try await queue.commitPiece({ try piece.begin(item, in: $0) }) else { continue }
            staged.copies[item] = copy
            while try await queue.commitPiece({ try piece.continue(item, copy, in: $0) }) {}
        }
    }

    private func write(
        _ items: [CopyPlan.Item], _ piece: CopyPiece, to staged: inout StagedCopy
    ) async throws {
        guard !items.isEmpty else { return }
        let copies = try await queue.commitPiece { try piece.write(items, in: $0) }
        staged.copies.merge(copies) { $1 }
    }

    private func isSignedIn(_ device: Device.ID) throws -> Bool {
        try read { try $0.exists("SELECT 1 FROM device WHERE id = ?", [device]) }
    }

    /// Removes what nobody sees of a copy. What is shown by now stays.
    func discard(_ staged: StagedCopy, now: Moment) async throws {
        let hidden = try read { database in
            try staged.copies.filter { try database.isUnseen($0.value, in: $0.key.table) }
        }.sorted { $0.value < $1.value }
        _ = try await removeCounters(
            hidden.filter { $0.key.table == .counter }.map(\.value), deletedBefore: Counter.longAgo + 1,
            at: now)
        try await removeGoals(
            hidden.filter { $0.key.table == .goal }.map(\.value), removedBefore: Counter.longAgo + 1, at: now)
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
            preparations: Preparations(limits))
    }

    /// - Returns: The copies of those small items that have not changed.
    func write(_ items: [CopyPlan.Item], in database: Database) throws -> [CopyPlan.Item: Int64] {
        var copies: [CopyPlan.Item: Int64] = [:]
        for item in items {
            guard let copy = try begin(item, in: database) else { continue }
            while try context(database).copyNext(of: item, to: copy, atMost: .max) {}
            copies[item] = copy
        }
        return copies
    }

    /// - Returns: Nil if it has changed.
    /// - Throws: ``StaleCopy`` if nobody has the book any more.
    func begin(_ item: CopyPlan.Item, in database: Database) throws -> Int64? {
        guard try database.exists("SELECT 1 FROM book WHERE id = ?", [book])
        else { throw StaleCopy() }
        return try database.isUnchanged(item) ? context(database).insertHiddenCopy(of: item) : nil
    }

    /// Writes the next rows of a long item. An item that changed, or whose copy was tidied away, keeps a half-written
    /// copy that is never shown.
    ///
    /// - Returns: Whether there may be more.
    func `continue`(_ item: CopyPlan.Item, _ copy: Int64, in database: Database) throws -> Bool {
        guard try database.isUnchanged(item), try database.isHidden(copy, of: item) else { return false }
        return try context(database).copyNext(of: item, to: copy, atMost: atOnce)
    }
}

extension Database {
    /// Whether it is still in the state that was to be copied.
    fileprivate func isUnchanged(_ item: CopyPlan.Item) throws -> Bool {
        try exists(
            "SELECT 1 FROM \(item.table.rawValue) WHERE id = ? AND revision = ? AND \(item.table.hidden) IS NULL",
            [item.row, item.revision])
    }

    fileprivate func isHidden(_ copy: Int64, of item: CopyPlan.Item) throws -> Bool {
        switch item.table {
        case .counter:
            // One that is about to be removed says that it has no entries.
            try exists(
                "SELECT 1 FROM counter WHERE id = ? AND deletedAt = ? AND entries = ?",
                [copy, Counter.longAgo, item.entries])
        case .goal: try isUnseen(copy, in: .goal)
        }
    }

    /// Whether nobody sees a copy, be it intact or about to be removed.
    fileprivate func isUnseen(_ copy: Int64, in table: RankedTable) throws -> Bool {
        try exists(
            "SELECT 1 FROM \(table.rawValue) WHERE id = ? AND \(table.hidden) = ?", [copy, Counter.longAgo])
    }

    /// Whether nothing of a copy that is written is tidied away.
    fileprivate func isIntact(_ copy: Int64, of item: CopyPlan.Item) throws -> Bool {
        guard try isHidden(copy, of: item) else { return false }
        guard item.table == .goal else { return true }
        return try first("SELECT COUNT(*) FROM goalDay WHERE goal = ?", [copy]) { $0[0] } == item.entries
    }
}

extension Operation {
    fileprivate func with(_ change: Change) -> Operation {
        Operation(
            id: id, mayBeRepeated: mayBeRepeated, change: change, madeAt: madeAt, zoneOffset: zoneOffset,
            account: account)
    }
}
