// How SQLite carries out the ledger's statements. A plan that reads a list again for each row is not slow with the few
// rows of a test: it stops everybody once someone has many.

import Foundation
import Testing

@Suite struct QueryPlanTests {
    /// The statements of the ledger's sources that read a list, without those put together from parts.
    private static let statements: [String] = {
        let sources = URL(filePath: #filePath).deletingLastPathComponent().appending(
            path: "../../Sources/Ledger")
        let files = FileManager.default.enumerator(at: sources, includingPropertiesForKeys: nil)
        let texts = (files?.allObjects ?? []).compactMap {
            ($0 as? URL).flatMap { try? String(contentsOf: $0, encoding: .utf8) }
        }
        return texts.flatMap { text in
            text.matches(of: /"""\n(?<long>(?s:.*?))"""|"(?<short>[^"\n]*)"/).map {
                String($0.long ?? $0.short ?? "")
            }
        }
        .filter { $0.contains("json_each") && !$0.contains("\\(") }
    }()

    @Test func `there are such statements`() { #expect(Self.statements.count > 5) }

    @Test(arguments: statements) func `a list is read once, not once for each row`(statement: String) throws {
        let filled = statement.replacing(/\?[0-9]*/, with: "'1'")
        var loops: [Int: [String]] = [:]
        for step in try Bench().planSteps(filled)
        where step.detail.hasPrefix("SCAN") || step.detail.hasPrefix("SEARCH") {
            loops[step.parent, default: []].append(step.detail)
        }
        for nested in loops.values {
            #expect(!nested.dropFirst().contains { $0.contains("VIRTUAL TABLE") }, "\(statement): \(nested)")
        }
    }
}
