// A database that is named by a link: SQLite has its own files beside the file itself.

import Foundation
import Testing

@testable import Ledger

@Suite struct LinkTests {
    let bench: Bench
    var link: String { bench.folder + "/link.sqlite" }

    init() throws { bench = try Bench() }

    private func lay(to path: String) throws {
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: path)
    }

    @Test func `a copy that is a link to a file in use is not whole`() async throws {
        _ = try await Person(bench.ledger).creates()
        try lay(to: bench.path)
        let other = try Bench()
        try other.ledger.close()
        let fault = #expect(throws: RestoreFault.self) {
            try Ledger.restore(BackupFile(path: link), to: other.path, now: .start)
        }
        guard case .isNotAlone = fault else { return #expect(Bool(false), "\(String(describing: fault))") }
    }

    @Test
    func `the WAL of a replaced file goes, though its name is a link, and that of one that lies there stays`()
        async throws
    {
        _ = try await Person(bench.ledger).creates()
        try lay(to: bench.path)
        let opened = OpenedFile(link)
        opened.abandon()
        #expect(FileManager.default.fileExists(atPath: bench.path + "-wal"))
        #expect(Disk.walBytes(of: link) > 0)
        try FileManager.default.moveItem(atPath: bench.path, toPath: bench.folder + "/moved.sqlite")
        try Data("another file".utf8).write(to: URL(filePath: bench.path))
        #expect(opened.fault == .replaced)
        opened.abandon()
        #expect(!FileManager.default.fileExists(atPath: bench.path + "-wal"))
    }

    @Test(.enabled(if: FileManager.default.isWritableFile(atPath: "/dev/shm")))
    func `the disk of a database is that of the file, not of a link to it`() throws {
        let file = "/dev/shm/fivebar-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: file) }
        try Data().write(to: URL(filePath: file))
        try lay(to: file)
        #expect(Disk(of: link)?.fileSystem == Disk(of: file)?.fileSystem)
        #expect(Disk(of: file)?.fileSystem == "tmpfs")
    }
}
