// Imports files of other programs' habits.

import Foundation
import GRDB
import Testing

@testable import Ledger

/// Somebody who comes from another program.
struct HabitsBench {
    let bench: Bench
    let person: Person
    static let today = CivilDay("2026-11-21")

    init() throws {
        bench = try Bench()
        person = Person(bench.ledger)
    }

    /// - Parameter later: How many days after today.
    func read(_ bytes: [UInt8], in folder: String? = nil, later: Int = 0) throws -> ImportFile {
        try ImportFile.read(
            bytes[...],
            in: ImportContext(
                now: .start, today: try #require(Self.today).adding(later), zoneOffset: { _ in 60 },
                skipped: "Skipped",
                folder: folder ?? bench.folder))
    }

    /// The goals of a file.
    func archive(_ bytes: [UInt8], in folder: String? = nil, later: Int = 0) throws -> GoalsArchive {
        guard case .goals(let archive) = try read(bytes, in: folder, later: later) else {
            throw ArchiveFault(.formatIsUnknown)
        }
        return archive
    }

    func fates(_ bytes: [UInt8], later: Int = 0) throws -> [ImportFate] {
        try bench.ledger.plan(
            for: archive(bytes, later: later), of: person.account, now: .start, limits: person.limit
        )
        .map(\.fate)
    }

    func imports(_ bytes: [UInt8]) async throws { try await person.does(.importGoals(archive(bytes))) }

    /// An SQLite database, as bytes.
    static func database(_ sql: String) throws -> [UInt8] {
        let file = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        defer { try? FileManager.default.removeItem(at: file) }
        try DatabaseQueue(path: file.path()).writeWithoutTransaction { try $0.execute(sql: sql) }
        return Array(try Data(contentsOf: file))
    }
}

extension ArchivedGoal {
    /// The days that are done.
    var doneDays: [String] { done.map(\.description) }
    /// The notes by day.
    var notesByDay: [String: String] {
        Dictionary(uniqueKeysWithValues: notes.map { ($0.day.description, $0.text) })
    }
}
