// Whatever a book has comes back from its files: in an empty account it is the same again, and in its own nothing changes.

import Foundation
import Testing

@testable import Ledger
@testable import Site

@Suite struct RoundTripTests {
    let place: Place

    init() throws {
        place = try Place()
        // Power cuts are not what this is about.
        try set("OFF")
    }

    private func set(_ synchronous: String) throws {
        try place.ledger.pool.writeWithoutTransaction {
            try $0.execute(sql: "PRAGMA synchronous = \(synchronous)")
        }
    }

    private static let exports = ["/export.json", "/export.csv", "/goals/export.json"]

    @Test(arguments: 0..<4)
    func `a book of all kinds of things comes back from its files`(_ batch: UInt64) async throws {
        for seed in 1...5 {
            try await travel(Seeded(100 * batch + UInt64(seed)), "Seed \(100 * batch + UInt64(seed))")
        }
        try set("FULL")
        #expect(try place.ledger.check().isEmpty)
    }

    private func travel(_ chance: Seeded, _ name: Comment) async throws {
        try await place.visit { ada async throws in
            _ = try await ada.creates("First")
            var book = RandomBook(chance: chance, ledger: place.ledger, author: try newestAuthor())
            for _ in 0..<120 { try await book.step() }
            let files = try await files(of: ada)
            for file in files where !file.isEmpty {
                let same = try #require(try await ada.upload(file).location, name)
                #expect(
                    try await ada.get(same).body.contains("Everything in this file is already here."), name)
            }
            let form = book.chance.pick([0, 1])
            try await place.visit { bob async throws in
                for file in [files[form], files[2]] where !file.isEmpty {
                    let reply = try await bob.upload(file)
                    _ = try await bob.post(#require(reply.location, "\(name): \(reply.body)"))
                }
                let again = try await self.files(of: bob)
                #expect(again[0] == files[0], name)
                #expect(again[1] == files[1], name)
                #expect(try goals(again[2]) == goals(files[2]), name)
                // Also in the other form: nothing of it is new.
                if !files[1 - form].isEmpty {
                    let same = try #require(try await bob.upload(files[1 - form]).location, name)
                    #expect(
                        try await bob.get(same).body.contains("Everything in this file is already here."),
                        name)
                }
            }
        }
    }

    private func newestAuthor() throws -> Author {
        let token: Data? = try place.ledger.read { database in
            try database.first("SELECT token FROM device ORDER BY id DESC LIMIT 1", []) { $0[0] }
        }
        return .device(TokenHash(try #require(token)))
    }

    /// Empty for a file that has nothing.
    private func files(of visitor: Visitor) async throws -> [String] {
        var files: [String] = []
        for path in Self.exports {
            let reply = try await visitor.get(path)
            #expect(reply.status == .ok)
            let hasAny = reply.body.contains(path.hasSuffix(".csv") ? ",create," : #""id":"#)
            files.append(hasAny ? reply.body : "")
        }
        return files
    }

    /// In list order. What a counter completed that is in no file stays as a mark.
    private func goals(_ file: String) throws -> [SavedGoal] {
        guard !file.isEmpty else { return [] }
        let saved = try JSONDecoder().decode(SavedGoals.self, from: Data(file.utf8)).goals
        return saved.sorted { $0.place < $1.place }.map { goal in
            var goal = goal
            if goal.follows == nil {
                goal.done = Set(goal.done + goal.reached).sorted()
                goal.reached = []
            }
            return goal
        }
    }

    private struct SavedGoals: Decodable { let goals: [SavedGoal] }

    private struct SavedGoal: Decodable, Equatable {
        let id: String
        let place: Int
        let name: String
        let color: Int
        let start: String
        let end: String
        let reminder: Int?
        let follows: String?
        let target: Int64?
        let archived: Bool
        var done: [String]
        var reached: [String]
        let notes: [String: String]
    }
}

/// Somebody who does all kinds of things.
private struct RandomBook {
    var chance: Seeded
    let ledger: Ledger
    let author: Author
    var operations: [OperationID] = []
    var counters: [OperationID] = []
    var goals: [OperationID] = []
    private var number = 0

    init(chance: Seeded, ledger: Ledger, author: Author) {
        self.chance = chance
        self.ledger = ledger
        self.author = author
    }

    private static let texts = [
        "Robins", "=SUM(A1)", "-3; +4", "a \"b\", c", "'quoted", "東京 🐦", "שלום", "@noon\tor so", "1,5",
        "x\u{301}\u{301}",
    ]

    mutating func step() async throws {
        number += 1
        let now = Moment(
            milliseconds: Moment.start.milliseconds - Int64.random(in: 0..<40 * 86_400_000, using: &chance))
        let id = OperationID(at: now, using: &chance)
        guard let change = try change(id) else { return }
        do {
            _ = try await ledger.apply(
                Operation(
                    id: id, mayBeRepeated: true, change: change, madeAt: now,
                    zoneOffset: chance.pick([-720, -210, 0, 60, 345, 840])),
                by: author, now: Moment(milliseconds: 1_795_248_000_000), limit: Limits())
            operations.append(id)
        } catch is Refusal {}
    }

    private mutating func change(_ id: OperationID) throws -> Change? {
        let kind = Int.random(in: 0..<100, using: &chance)
        if counters.isEmpty || kind < 4 {
            counters.append(id)
            return .createCounter(title: chance.pick(Self.texts), style: chance.pick(Counter.Style.allCases))
        }
        let counter = Name.operation(chance.pick(counters))
        let entry = Name.number(Int64.random(in: 1...15, using: &chance))
        switch kind {
        case ..<30: return .increment(counter, by: chance.pick([nil, 1, 5, Counter.largestStep]))
        case ..<37: return .decrement(counter, by: chance.pick([nil, 1, 100]))
        case ..<41: return .reset(counter, seen: chance.pick([nil, 1, 3]))
        case ..<44: return .set(counter, count: chance.pick([0, 7, 9_007_199_254_740_993, .max - 1, .max]))
        case ..<54: return .void(counter, entry: entry, isVoid: chance.chance(2, in: 3))
        case ..<58: return .annotate(counter, entry: entry, note: chance.pick(Self.texts))
        case ..<60:
            return .retime(
                counter, entry: entry,
                to: Timestamp(Moment(milliseconds: 1_700_000_000_123 + Int64(kind)), zoneOffset: -90))
        case ..<61: return .rename(counter, title: chance.pick(Self.texts))
        case ..<62: return .recolor(counter, color: Int.random(in: 0..<8, using: &chance))
        case ..<63: return .restyle(counter, chance.pick(Counter.Style.allCases))
        case ..<64: return .setStep(counter, step: chance.pick([1, 12, Counter.largestStep]))
        case ..<65: return .collapse(counter, isCollapsed: chance.chance(1, in: 2))
        case ..<67:
            return .move(
                counter, after: chance.chance(1, in: 2) ? nil : Name.operation(chance.pick(counters)))
        case ..<68: return .delete(counter)
        case ..<69: return .restore(counter)
        case ..<73: return operations.isEmpty ? nil : .undo(chance.pick(operations))
        case ..<76: return try createGoal(id)
        default: return try goals.isEmpty ? createGoal(id) : goalChange(kind)
        }
    }

    private mutating func draft() throws -> GoalDraft? {
        let today = CivilDay(of: .start, zoneOffset: 0)
        let start = today.adding(Int.random(in: -60...5, using: &chance))
        var follows: Goal.Following?
        if chance.chance(1, in: 2), let account = try ledger.read({ try author.known(in: $0)?.account }) {
            let listed = try ledger.counters(of: account)
            if !listed.isEmpty {
                follows = .init(counter: chance.pick(listed).id, target: chance.pick([1, 2, 40]))
            }
        }
        return try GoalDraft(
            name: chance.pick(Self.texts), color: Int.random(in: 0..<Goal.colors, using: &chance),
            start: start,
            end: start.adding(Int.random(in: 0...90, using: &chance)), reminder: chance.pick([nil, 0, 1439]),
            follows: follows)
    }

    private mutating func createGoal(_ id: OperationID) throws -> Change? {
        guard let draft = try draft() else { return nil }
        goals.append(id)
        return .createGoal(draft)
    }

    private mutating func goalChange(_ kind: Int) throws -> Change? {
        let goal = Name.operation(chance.pick(goals))
        let day = CivilDay(of: .start, zoneOffset: 0).adding(Int.random(in: -70...20, using: &chance))
        switch kind {
        case ..<86: return .markDay(goal, day, isDone: chance.chance(3, in: 4))
        case ..<92: return .noteDay(goal, day, note: chance.pick(Self.texts + ["two\nlines", ""]))
        case ..<94: return .archiveGoal(goal, isArchived: chance.chance(1, in: 2))
        case ..<96:
            return .moveGoal(goal, after: chance.chance(1, in: 2) ? nil : Name.operation(chance.pick(goals)))
        default: return try draft().map { .editGoal(goal, $0) }
        }
    }
}

/// Random numbers determined by a seed (SplitMix64).
private struct Seeded: RandomNumberGenerator {
    private var state: UInt64

    init(_ seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var bits = state
        bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
        bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
        return bits ^ (bits >> 31)
    }

    mutating func chance(_ one: Int, in all: Int) -> Bool { Int.random(in: 0..<all, using: &self) < one }

    mutating func pick<Choice>(_ choices: [Choice]) -> Choice {
        choices[Int.random(in: choices.indices, using: &self)]
    }
}

extension Moment {
    /// 2026-11-21 08:00 UTC, the clock of a ``Place``.
    fileprivate static let start = Moment(milliseconds: 1_795_248_000_000)
}
