// What is shown of a database of before the log, once it is migrated.

import Foundation
import GRDB
import Testing

@testable import Ledger
@testable import Site

@Suite struct MigratedPagesTests {
    /// Writes what is in the attached database `anew` as the version before the log had it: the short numbers were the rows'.
    private static let copying = """
        INSERT INTO account (id, revision, createdAt, seenAt, dayStart, weekStart, firstVersion)
            SELECT id, revision, createdAt, seenAt, dayStart, weekStart, firstVersion
            FROM anew.account JOIN anew.book USING (id);
        INSERT INTO session (id, token, account, createdAt, seenAt)
            SELECT id, token, account, createdAt, seenAt FROM anew.device;
        INSERT INTO counter (id, account, title, color, position, isCollapsed, count, entries, revision, createdAt,
                deletedAt, style, step, origin)
            SELECT number, book, title, color, ROW_NUMBER() OVER (ORDER BY rank), isCollapsed, count, entries,
                revision, createdAt, deletedAt, style, step, origin
            FROM anew.counter;
        INSERT INTO entry (counter, number, kind, delta, count, madeAt, zoneOffset, operation, voids)
            SELECT counter.number, entry.number, kind, delta, entry.count, madeAt, zoneOffset, operation, voids
            FROM anew.entry JOIN anew.counter ON counter.id = entry.counter;
        INSERT INTO note
            SELECT counter.number, note.number, text FROM anew.note JOIN anew.counter ON counter.id = note.counter;
        INSERT INTO hour (counter, hour, marks, firstAt, lastAt)
            SELECT number, hour, marks, firstAt, lastAt FROM anew.hour JOIN anew.counter ON counter.id = hour.counter;
        INSERT INTO share (counter, token, createdAt, revokedAt)
            SELECT number, token, share.createdAt, revokedAt
            FROM anew.share JOIN anew.counter ON counter.id = share.counter;
        INSERT INTO goal (id, account, name, color, firstDay, lastDay, reminder, counter, target, isArchived,
                position, revision, createdAt)
            SELECT goal.number, goal.book, name, goal.color, firstDay, lastDay, reminder, counter.number, target,
                isArchived, ROW_NUMBER() OVER (ORDER BY goal.rank), goal.revision, goal.createdAt
            FROM anew.goal LEFT JOIN anew.counter ON counter.id = goal.counter;
        INSERT INTO goalDay
            SELECT number, day, isDone, hasNote, markedAt, markedBy, notedAt, notedBy
            FROM anew.goalDay JOIN anew.goal ON goal.id = goalDay.goal;
        INSERT INTO dayNote
            SELECT number, day, text FROM anew.dayNote JOIN anew.goal ON goal.id = dayNote.goal;
        """

    private func fill(_ visitor: Visitor) async throws {
        let robins = try await visitor.creates("Robins \"<&>\" \u{301}")
        let wrens = try await visitor.creates("_Wrens"), gone = try await visitor.creates("Gone")
        for (path, form) in [
            ("step", ["number": "5"]), ("marks", [:]), ("erasures", [:]), ("marks", [:]),
            ("entries/2/void", ["void": "yes"]), ("entries/1/note", ["note": "by the <gate>"]),
            ("entries/3/time", ["time": "2026-11-19T08:00"]), ("style", ["style": "western"]),
            ("color", ["color": "4"]), ("count", ["number": "1234"]), ("reset", ["seen": "1200"]),
            ("share", ["shared": "yes"]),
        ] {
            let reply = try await visitor.post("/counters/\(robins)/\(path)", form)
            #expect(reply.status == .seeOther, "\(path)")
        }
        _ = try await visitor.post("/counters/\(wrens)/marks")
        _ = try await visitor.post("/counters/\(wrens)/place", ["after": ""])
        _ = try await visitor.post("/counters/\(gone)/deletion")
        _ = try await visitor.post("/settings", ["dayStart": "3", "weekStart": "6"])
        let read = try await visitor.makesGoal("Read \"it\""), run = try await visitor.makesGoal("Run")
        try await visitor.makesGoal("Robins", ["counter": "\(robins)", "target": "5"])
        for day in ["2026-11-18", "2026-11-20", "2026-11-21"] {
            _ = try await visitor.post("/goals/\(read)/\(day)/mark", ["done": "yes"])
        }
        _ = try await visitor.post("/goals/\(read)/2026-11-20/note", ["note": "two\nlines"])
        _ = try await visitor.post("/goals/\(run)/archive", ["archived": "yes"])
    }

    /// What each page shows, without what is made for each answer.
    private func pages(of visitor: Visitor) async throws -> [String: String] {
        let counter = try #require(try await visitor.get("/").body.firstMatch(of: /data-counter="(\d+)"/)?.1)
        let goal = try #require(try await visitor.get("/goals").body.firstMatch(of: /id="goal-(\d+)"/)?.1)
        let other = (Int(counter) ?? 0) - 1
        var pages: [String: String] = [:]
        for path in [
            "/", "/counters/\(counter)", "/counters/\(other)", "/counters/\(other)/history",
            "/counters/\(other)/entries/1/note", "/counters/\(other)/statistics",
            "/counters/\(other)/share", "/counters/\(other)/export.csv", "/export.json", "/counters/arrange",
            "/statistics", "/trash", "/settings", "/search?q=robin", "/goals", "/goals/\(goal)",
            "/goals/\(goal)/2026-11-20", "/goals/\(goal)/edit", "/goals/\(goal)/reminder.ics",
            "/goals/arrange", "/watch", "/watch/counters/\(other)",
        ] {
            let reply = try await visitor.get(path)
            #expect(reply.status == .ok || path.hasSuffix("ics"), "\(path)")
            pages[path] = reply.body.replacing(/name="operation" value="[^"]*"/, with: "")
                .replacing(/(?:placeholder|name="suggestion" value)="[^"]*"/, with: "")
        }
        return pages
    }

    @Test func `pages of a database of before the log are those of the same made anew`() async throws {
        let anew = try Place()
        try await anew.visit { visitor in
            try await fill(visitor)
            let shown = try await pages(of: visitor)
            let before = try Place(preparing: { path in
                let queue = try DatabaseQueue(path: path, configuration: Schema.whileMigrating())
                try Schema.migrator.migrate(queue, upTo: "10 upload senders")
                try queue.writeWithoutTransaction { database in
                    try database.execute(sql: "ATTACH ? AS anew", arguments: [anew.ledger.path])
                    try database.execute(sql: Self.copying)
                }
                try queue.close()
            })
            #expect(try before.ledger.check().isEmpty)
            try await before.visit { other in
                for (name, value) in visitor.cookie { other.keeps(name, value) }
                for (path, page) in try await pages(of: other) {
                    let lines = page.split(separator: "\n"), own = (shown[path] ?? "").split(separator: "\n")
                    let different = zip(lines, own).first { $0 != $1 }
                    #expect(page == shown[path], "\(path): \(different?.0 ?? "") / \(different?.1 ?? "")")
                }
            }
        }
    }
}
