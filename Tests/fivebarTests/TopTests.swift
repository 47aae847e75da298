// `fivebar top`: what processes tell, how fast that makes them, and how it is shown.

import Foundation
import Testing

@testable import Ledger
@testable import Site
@testable import fivebar

private func activity(_ process: Int32 = 7, uptime: Double) -> Activity {
    Activity(process: process, uptime: uptime, memory: 40 << 20)
}

@Suite struct PaceTests {
    @Test func `what was done between two looks is told by the second`() throws {
        var earlier = activity(uptime: 10), later = activity(uptime: 12)
        (earlier.requests, later.requests) = (["home": 100], ["home": 140, "goals": 2])
        (earlier.writes.operations, later.writes.operations) = (
            ["increment": 5], ["increment": 15, "rename": 1]
        )
        (earlier.writes.commits, later.writes.commits) = (3, 7)
        (earlier.writes.committing, later.writes.committing) = (0.1, 0.12)
        let pace = try #require(Pace(from: earlier, to: later))
        #expect(pace.requests == ["home": 20, "goals": 1])
        #expect(pace.taps == 5 && pace.operations.sum == 5.5 && pace.commits == 2)
        #expect(try abs(#require(pace.commitTime) - 5) < 0.001)
    }

    @Test func `without a commit no time is told for one`() throws {
        let pace = try #require(Pace(from: activity(uptime: 10), to: activity(uptime: 11)))
        #expect(pace.commitTime == nil && pace.requests.isEmpty)
    }

    @Test
    func `a process that told nothing new, or has just started with the number of another, has no pace`() {
        #expect(Pace(from: activity(uptime: 10), to: activity(uptime: 10)) == nil)
        #expect(Pace(from: activity(uptime: 10), to: activity(uptime: 1)) == nil)
        #expect(Pace(from: activity(7, uptime: 10), to: activity(8, uptime: 11)) == nil)
    }
}

@Suite struct TopTextTests {
    private func text(_ later: Activity) throws -> TopText {
        let pace = try #require(Pace(from: activity(uptime: 10), to: later))
        return TopText(paces: [pace], database: "/d/f.sqlite", bytes: 3 << 20, walBytes: 512, time: "now")
    }

    @Test func `a program reads names with values`() throws {
        var later = activity(uptime: 11)
        later.answers = ["2xx": 3]
        later.streams = 2
        let words = try #require(text(later).lines.first).split(separator: " ")
        for word in [
            "process=7", "streams=2", "answers.2xx=3.0", "commit_ms=-", "database=3145728", "wal=512",
        ] {
            #expect(words.contains { $0 == word }, "\(word)")
        }
    }

    @Test func `a terminal shows a line for each process, and cannot be steered`() throws {
        var later = activity(uptime: 11)
        later.version = "\u{1B}[2J"
        later.requests = ["\u{1B}]0;": 5]
        let text = try text(later)
        #expect(text.table.contains { $0.contains("process") && $0.contains("commits/s") })
        #expect(!(text.table + text.lines).joined().contains("\u{1B}"))
    }

    @Test func `numbers are short`() {
        #expect([0, 0.04, 9.96, 99.9, 250.7].map(TopText.number) == ["0.0", "0.0", "10.0", "99.9", "250"])
        #expect([0, 10_239, 2 << 20, 40 << 20].map(TopText.size) == ["0 B", "10239 B", "2048 KB", "40 MB"])
        #expect(
            [5, 119, 121, 7300, 900_000].map(TopText.duration) == ["5 s", "119 s", "2 min", "2 h", "10 d"])
        #expect(TopText.number(.infinity) == "1000000000000000" && TopText.duration(.nan) == "0 s")
    }
}

@Suite final class ActivityFilesTests: Sendable {
    private let folder = FileManager.default.temporaryDirectory.appending(path: "top-\(UUID().uuidString)")
        .path
    private var database: String { folder + "/fivebar.sqlite" }
    private var files: ActivityFiles { ActivityFiles(of: database) }
    private var isThere: Bool { FileManager.default.fileExists(atPath: database + "-top") }

    init() throws {
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: folder) }

    private func age(_ name: String) throws {
        try FileManager.default.setAttributes(
            [.modificationDate: Date(timeIntervalSinceNow: -60)], ofItemAtPath: "\(database)-top/\(name)")
    }

    @Test func `nothing is written while nobody looks`() {
        files.tell { activity(uptime: 1) }
        #expect(!isThere && files.activities().isEmpty)
    }

    @Test func `whoever looks sees each process, and leaves nothing behind`() throws {
        try files.watch()
        for process in [8, 7] as [Int32] { files.tell { activity(process, uptime: 1) } }
        #expect(files.activities().map(\.process) == [7, 8])
        files.forget(7)
        #expect(files.activities().map(\.process) == [8])
        files.leave()
        #expect(!isThere)
    }

    @Test func `a process that was killed is forgotten`() throws {
        try files.watch()
        files.tell { activity(uptime: 1) }
        try age("7.json")
        #expect(files.activities().isEmpty)
    }

    @Test func `what a killed top has left is taken away by whoever serves`() throws {
        try files.watch()
        files.tell { activity(uptime: 1) }
        try age("watch")
        files.tell { activity(uptime: 2) }
        #expect(!isThere)
    }

    @Test func `a folder of somebody else's is left alone`() throws {
        try FileManager.default.createDirectory(atPath: database + "-top", withIntermediateDirectories: true)
        try Data("mine".utf8).write(to: URL(filePath: database + "-top/notes.txt"))
        files.tell { activity(uptime: 1) }
        #expect(FileManager.default.fileExists(atPath: database + "-top/notes.txt"))
    }

    @Test func `what is no activity is not shown`() throws {
        try files.watch()
        try Data("{\"process\": \"x\"}".utf8).write(to: URL(filePath: database + "-top/9.json"))
        #expect(files.activities().isEmpty)
    }
}
