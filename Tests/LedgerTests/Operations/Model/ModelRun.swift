// A ledger on which schedules are played one after the other, each with its own account.

import GRDB

@testable import Ledger

/// A violated invariant of a run.
struct ModelFault: Error, CustomStringConvertible {
    let description: String
}

final class ModelRun: Sendable {
    private let bench: Bench
    private var ledger: Ledger { bench.ledger }

    init() throws {
        bench = try Bench()
        // These tests do not cover power cuts.
        try ledger.pool.writeWithoutTransaction { try $0.execute(sql: "PRAGMA synchronous = OFF") }
    }

    /// The part of a response that must be the same on each repetition.
    private struct Heard: Equatable {
        var refusal: Refusal?
        var counter: Counter.ID?
        var goal: Goal.ID?
        var count: Int64 = 0
        var revision: Int64 = 0

        init(_ refusal: Refusal) { self.refusal = refusal }

        init(_ receipt: Receipt) {
            counter = receipt.counter
            goal = receipt.goal
            count = receipt.count
            revision = receipt.revision
        }

        init(_ answer: Answer) {
            switch answer {
            case .applied(let receipt): self.init(receipt)
            case .refused(_, let refusal): self.init(refusal)
            }
        }

        mutating func forgetSubject() {
            counter = nil
            goal = nil
        }
    }

    /// - Returns: The account it was played with.
    func play(_ schedule: Schedule, _ arrival: Arrival) async throws -> AccountID {
        let tokens = (0..<3).map { _ in Person(ledger).token }
        let newcomer = Newcomer(token: tokens[0], address: "192.0.2.1")
        let start = try await ledger.apply(
            schedule.prologue, by: .anyone(tokens[0], or: newcomer), now: Schedule.now, limit: Limits())
        let account = start.account
        try await ledger.queue.commit { database in
            for token in tokens.dropFirst() {
                _ = try database.insertDevice(token, named: "", of: account, at: Schedule.now)
            }
            // So that the account is not removed as tried once and abandoned.
            try database.run(
                "INSERT INTO recovery (account, token, createdAt) VALUES (?, ?, 0)",
                [account, tokens[0].data])
        }
        var now = Schedule.now, isTidied = false
        var heard: [OperationID: Heard] = [:]
        for (operation, answer) in zip(schedule.prologue, start.answers) {
            guard case .applied = answer else { throw ModelFault(description: "The prologue: \(answer)") }
            heard[operation.id] = Heard(answer)
        }
        for step in arrival.steps {
            switch step {
            case .tidy(let days):
                now = now.advanced(byDays: days)
                isTidied = true
                _ = try await ledger.tidy(now: now)
                // Permanently deleted items are no longer reported.
                for id in heard.keys { heard[id]?.forgetSubject() }
            case .alone(let device, let operation):
                let answer: Heard
                do {
                    answer = Heard(
                        try await ledger.apply(
                            operation, by: .device(tokens[device]), now: now, limit: Self.limits))
                } catch let refusal as Refusal {
                    answer = Heard(refusal)
                }
                try compare(answer, operation, &heard, isTidied: isTidied)
            case .list(let device, let operations):
                let list = try await ledger.apply(
                    operations, by: .device(tokens[device]), now: now, limit: Self.limits)
                guard list.answers.count == operations.count else {
                    throw ModelFault(description: "\(list.answers.count) answers to \(operations.count)")
                }
                for (operation, answer) in zip(operations, list.answers) {
                    try compare(Heard(answer), operation, &heard, isTidied: isTidied)
                }
            }
        }
        return account
    }

    /// So small that undoing a reset often needs a replay outside of the writer.
    private static let limits = {
        var limits = Limits()
        limits.entriesReplayed = 3
        return limits
    }()

    private func compare(
        _ answer: Heard, _ operation: Operation, _ heard: inout [OperationID: Heard], isTidied: Bool
    ) throws {
        var answer = answer
        if isTidied { answer.forgetSubject() }
        if answer.refusal == .operationIdIsTaken {
            throw ModelFault(description: "\(operation) was said to be another")
        }
        if let before = heard[operation.id], before != answer {
            throw ModelFault(description: "\(operation) was answered \(before), and then \(answer)")
        }
        heard[operation.id] = answer
    }

    /// The findings of `fivebar check`, such as counts that are not the sums of their entries.
    func findings() throws -> [Finding] {
        try ledger.pool.writeWithoutTransaction { try $0.execute(sql: "PRAGMA synchronous = FULL") }
        defer {
            try? ledger.pool.writeWithoutTransaction { try $0.execute(sql: "PRAGMA synchronous = OFF") }
        }
        return try ledger.check()
    }

    /// The state that every order of arrival must end in, by subject.
    func state(of account: AccountID, _ schedule: Schedule) throws -> [String: String] {
        let changes = try ledger.changes(of: account, since: 0)
        let shared = Set(schedule.prologue.map(\.id)), sums = schedule.sums
        var state = ["calendar": "\(changes.calendar)"]
        for counter in changes.counters {
            let name = counter.origin.text
            state["\(name) title"] = counter.title
            state["\(name) style"] = counter.style.rawValue
            state["\(name) step"] = String(counter.step)
            if let sum = sums[counter.origin], sum != counter.count {
                throw ModelFault(description: "\(name) is \(counter.count) and not \(sum)")
            }
            // Not compared for other counters: a new counter's first colour
            // depends on the list at that time, and collapsing all counters
            // affects those that exist then.
            guard shared.contains(counter.origin) else { continue }
            state["\(name) color"] = String(counter.color)
            state["\(name) isCollapsed"] = String(counter.isCollapsed)
        }
        for goal in changes.goals {
            let name = goal.origin.text
            state["\(name) name"] = goal.goal.name
            state["\(name) color"] = String(goal.goal.color)
            state["\(name) range"] = "\(goal.goal.start) \(goal.goal.end)"
            state["\(name) reminder"] = goal.goal.reminder.map { String($0) }
            state["\(name) isArchived"] = String(goal.goal.isArchived)
            state["\(name) done"] = "\(goal.done ?? [])"
            for (day, note) in goal.notes ?? [:] { state["\(name) note \(day)"] = note }
        }
        let entry = try ledger.read { database in
            try database.first(
                """
                SELECT madeAt, zoneOffset, text FROM counter
                JOIN entry ON entry.counter = counter.id AND entry.number = 1
                LEFT JOIN note ON note.counter = counter.id AND note.number = 1
                WHERE book = ? AND counter.number = 1
                """, [account]
            ) { "\($0[0] as Int64) \($0[1] as Int) \($0[2] as String? ?? "")" }
        }
        state["entry"] = entry
        return state
    }
}
