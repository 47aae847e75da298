// Copies that are made at the same time, and what is left of those that were not made to their end.

import Foundation
import Synchronization
import Testing

@testable import Ledger

@Suite struct BackupTests {
    let bench: Bench
    var copy: String { bench.folder + "/copy.sqlite" }

    init() throws { bench = try Bench() }

    private var files: [String] {
        get throws {
            try FileManager.default.contentsOfDirectory(atPath: bench.folder)
                .filter { !$0.hasPrefix("fivebar.sqlite") }.sorted()
        }
    }

    private func write(_ names: String...) throws {
        for name in names { try Data("a part".utf8).write(to: URL(filePath: bench.folder + "/" + name)) }
    }

    @Test func `of several backups to one name one is made, whole, and the others say that it is there`()
        throws
    {
        let made = Atomic(0), refused = Atomic(0), copy = copy, ledger = bench.ledger
        DispatchQueue.concurrentPerform(iterations: 8) { _ in
            do {
                try ledger.backUp(to: copy)
                made.add(1, ordering: .relaxed)
            } catch BackupFault.fileExists {
                refused.add(1, ordering: .relaxed)
            } catch {
                Issue.record(error)
            }
        }
        #expect(made.load(ordering: .relaxed) == 1 && refused.load(ordering: .relaxed) == 7)
        #expect(Ledger.isCopy(copy))
        #expect(try files == ["copy.sqlite"])
        #expect(try Ledger(path: copy, migrating: false).check().isEmpty)
    }

    @Test func `a folder that is not there is told of as one that cannot be reached`() throws {
        let fault = #expect(throws: StorageFault.self) {
            try bench.ledger.backUp(to: bench.folder + "/nowhere/copy.sqlite")
        }
        guard case .unreachable = fault else { return #expect(Bool(false), "\(String(describing: fault))") }
    }

    @Test func `what a killed backup left goes with the next to that name, and nothing else does`() throws {
        try write("copy.sqlite.unfinished", "copy.sqlite.unfinished-1a2b", "copy.sqlite.unfinished-1a2b-wal")
        try write("other.sqlite.unfinished-1a2b", "copy.sqlite.unfinished.txt", "copy.sqlite.unfinished-a.b")
        try bench.ledger.backUp(to: copy)
        #expect(
            try files == [
                "copy.sqlite", "copy.sqlite.unfinished-a.b", "copy.sqlite.unfinished.txt",
                "other.sqlite.unfinished-1a2b",
            ])
    }

    @Test func `what is under way is left alone, and is no leavings`() throws {
        let path = copy
        let staged = try StagedFile(for: .backup, of: path)
        try write("copy.sqlite.restoring-16441", "copy.sqlite.restoring-16441-wal", "notes.unfinished")
        #expect(StagedFile.leavings(in: bench.folder) == [path + ".restoring-16441"])
        try bench.ledger.backUp(to: path)
        #expect(FileManager.default.fileExists(atPath: staged.path))
        staged.end()
        #expect(!FileManager.default.fileExists(atPath: staged.path))
    }
}
