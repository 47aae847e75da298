// How much memory a unit or a container gives Fivebar, and what that leaves for the files that people import.

import Foundation
import Ledger

/// A limit of memory (systemd's MemoryMax, a container's) below which reading a file of the usual size would end the
/// process, and with it what everybody else has under way.
struct MemoryLimit {
    /// In megabytes.
    let megabytes: Int

    /// What is needed without any file, for pages and taps under load.
    private static let withoutFile = 44
    /// How many times its own size a file takes while it is read, at most.
    private static let timesFile = 15
    private static let usualFile = Archive.largestFile >> 20
    /// Enough for files of the usual size.
    private static let enough = 200

    /// Nil if there is no limit, or it is enough.
    ///
    /// - Parameters:
    ///   - groups: The control groups of a process, as the kernel tells them.
    ///   - place: Where control groups lie.
    init?(
        groups: String = (try? String(contentsOfFile: "/proc/self/cgroup", encoding: .utf8)) ?? "",
        in place: String = "/sys/fs/cgroup"
    ) {
        let limits = groups.split(separator: "\n").flatMap { line -> [Int] in
            let parts = line.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
            guard parts.count == 3 else { return [] }
            // Of the newer kind there is one for everything, which has no name.
            if parts[1].isEmpty { return Self.limits(of: parts[2], place, "memory.max") }
            guard parts[1].split(separator: ",").contains("memory") else { return [] }
            return Self.limits(of: parts[2], place + "/memory", "memory.limit_in_bytes")
        }
        guard let least = limits.min(), least >> 20 < Self.enough else { return nil }
        megabytes = least >> 20
    }

    /// That of a service of systemd's.
    init?(of instance: Instance, in place: String = "/sys/fs/cgroup") {
        let slice = instance.name == nil ? "system.slice" : "system.slice/system-fivebar.slice"
        let group = "/\(slice)/\(instance.service)"
        self.init(groups: "0::\(group)\n1:memory:\(group)", in: place)
    }

    /// The limits of a group, and of those that it is in.
    private static func limits(of group: Substring, _ place: String, _ file: String) -> [Int] {
        let places = [""] + String(group).placesOnTheWay
        return places.compactMap { group in
            let text = try? String(contentsOfFile: "\(place)\(group)/\(file)", encoding: .utf8)
            return text.flatMap { Int($0.trimmingCharacters(in: .whitespacesAndNewlines)) }
        }
    }

    /// The largest file to import that the limit has room for, in bytes.
    var largestFile: Int {
        min(Self.usualFile, max(1, (megabytes - Self.withoutFile) / Self.timesFile)) << 20
    }

    var advice: Advice {
        Advice(
            """
            Fivebar may take \(megabytes) MB of memory, so files to import may have \(largestFile >> 20) MB and not \
            \(Self.usualFile).
            """,
            """
            Allow \(Self.enough) MB. For a service: systemctl edit \(Instance.current.service), and there, below [Service], \
            MemoryMax=\(Self.enough)M; otherwise where the container, or what starts Fivebar, has its limit.
            """)
    }
}
