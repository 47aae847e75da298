// How much memory Fivebar may take, as the kernel tells it, and what that leaves for files.

import Foundation
import Testing

@testable import fivebar

@Suite struct MemoryLimitTests {
    private let place = FileManager.default.temporaryDirectory.appending(path: "groups-\(UUID().uuidString)")
        .path

    private func set(_ limit: String, of file: String) throws {
        let path = URL(filePath: "\(place)/\(file)")
        try FileManager.default.createDirectory(
            at: path.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data((limit + "\n").utf8).write(to: path)
    }

    @Test func `the least of a group and of those around it holds, of either kind`() throws {
        defer { try? FileManager.default.removeItem(atPath: place) }
        let groups = "12:cpu,memory:/a/b\n3:pids:/a\n0::/system.slice/fivebar.service\n"
        func limit() -> Int? { MemoryLimit(groups: groups, in: place)?.megabytes }
        #expect(limit() == nil)
        try set("max", of: "system.slice/fivebar.service/memory.max")
        try set("9223372036854771712", of: "memory/a/b/memory.limit_in_bytes")
        #expect(limit() == nil)
        try set("134217728", of: "system.slice/memory.max")
        #expect(limit() == 128)
        #expect(MemoryLimit(of: Instance(environment: [:]), in: place)?.megabytes == 128)
        try set("67108864", of: "memory/a/memory.limit_in_bytes")
        #expect(limit() == 64)
        try set("209715200", of: "system.slice/system-fivebar.slice/fivebar@club.service/memory.max")
        let club = Instance(environment: ["FIVEBAR_INSTANCE": "club"])
        #expect(MemoryLimit(of: club, in: place)?.megabytes == 128)
        try set("max", of: "system.slice/memory.max")
        #expect(MemoryLimit(of: club, in: place) == nil)
    }

    @Test func `what it leaves for a file is never more than usual, and never nothing`() throws {
        defer { try? FileManager.default.removeItem(atPath: place) }
        for (megabytes, file) in [(16, 1), (64, 1), (96, 3), (128, 5), (199, 10)] {
            try set("\(megabytes << 20)", of: "memory.max")
            let limit = try #require(MemoryLimit(groups: "0::/", in: place))
            #expect(limit.largestFile == file << 20)
            #expect(limit.advice.says.contains("\(megabytes) MB"))
            #expect(limit.advice.mend.contains("MemoryMax=200M"))
        }
    }
}
