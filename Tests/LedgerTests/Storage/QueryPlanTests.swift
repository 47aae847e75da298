// How SQLite carries out the ledger's statements. A plan that reads a list again for each row, or a whole table for a
// write, is not slow with the few rows of a test: it stops everybody once someone, or the site, has many.

import Foundation
import Testing

@Suite struct QueryPlanTests {
    /// The statements of the ledger's sources, without those put together from parts.
    private static let statements: [String] = {
        let sources = URL(filePath: #filePath).deletingLastPathComponent().appending(
            path: "../../../Sources/Ledger")
        let files = FileManager.default.enumerator(at: sources, includingPropertiesForKeys: nil)
        let texts = (files?.allObjects ?? []).compactMap {
            ($0 as? URL).flatMap { try? String(contentsOf: $0, encoding: .utf8) }
        }
        // Migrations work on tables of before.
        .filter { !$0.contains("struct OperationRewriting") }
        return texts.flatMap { text in
            text.matches(of: /"""\n(?<long>(?s:.*?))"""|"(?<short>[^"\n]*)"/).map {
                String($0.long ?? $0.short ?? "")
            }
        }
        .filter { !$0.contains("\\(") }
    }()
    private static let ofLists = statements.filter { $0.contains("json_each") }
    private static let writes = statements.filter {
        $0.contains(/^\s*(UPDATE [a-zA-Z]+ SET|DELETE FROM|INSERT (OR [A-Z]+ )?INTO)\b/)
            // Several statements are a migration, or a restore.
            && !$0.contains(";")
    }
    /// What has more rows the more people use the site.
    private static let growing: Set = [
        "account", "book", "counter", "device", "dayNote", "entry", "fieldVersion", "goal", "goalDay",
        "gone", "hour", "note", "operation", "passkey", "passphrase", "recovery", "share", "signInCode",
        "webServerUser",
    ]

    private let bench: Bench

    init() throws { bench = try Bench() }

    private func plan(_ statement: String) throws -> [(parent: Int, detail: String)] {
        try bench.planSteps(statement.replacing(/\?[0-9]*/, with: "'1'"))
    }

    @Test func `there are such statements`() {
        #expect(Self.ofLists.count > 5 && Self.writes.count > 50)
    }

    /// Everybody else's taps wait for a write.
    @Test func `no write reads what everybody has`() throws {
        for statement in Self.writes {
            for step in try plan(statement) {
                let table = step.detail.split(separator: " ").dropFirst().first.map { String($0) } ?? ""
                #expect(
                    !step.detail.hasPrefix("SCAN") || !Self.growing.contains(table),
                    "\(statement): \(step.detail)")
            }
        }
    }

    @Test(arguments: ofLists) func `a list is read once, not once for each row`(statement: String) throws {
        var loops: [Int: [String]] = [:]
        for step in try plan(statement)
        where step.detail.hasPrefix("SCAN") || step.detail.hasPrefix("SEARCH") {
            loops[step.parent, default: []].append(step.detail)
        }
        for nested in loops.values {
            #expect(!nested.dropFirst().contains { $0.contains("VIRTUAL TABLE") }, "\(statement): \(nested)")
        }
    }
}
