// The disk that a database lies on: its room, and whether SQLite can rely on it.

import Foundation
import Glibc

/// A disk, as the system describes it.
public struct Disk: Sendable {
    /// With fewer bytes free a disk is full: the next taps would be refused.
    public static let leastRoom: Int64 = 1 << 20

    /// The bytes that are left for whoever is not root.
    public let free: Int64
    let isReadOnly: Bool
    /// The file system's name, such as ext4; empty where nothing tells.
    public let fileSystem: String

    /// - Parameters:
    ///   - free: In bytes.
    ///   - fileSystem: Empty if it is not known.
    public init(free: Int64, isReadOnly: Bool = false, fileSystem: String) {
        self.free = free
        self.isReadOnly = isReadOnly
        self.fileSystem = fileSystem
    }

    /// The disk of a file that exists or could be made; nil if its folder is not there.
    public init?(of path: String) {
        // A link to the file may lie on another one.
        let folder = URL(filePath: OpenedFile.target(of: path)).deletingLastPathComponent()
            .resolvingSymlinksInPath().path
        var status = statvfs()
        guard statvfs(folder, &status) == 0 else { return nil }
        self.init(
            free: Int64(clamping: UInt64(status.f_bavail) &* UInt64(status.f_frsize)),
            isReadOnly: status.f_flag & UInt(ST_RDONLY) != 0, fileSystem: Self.fileSystem(of: folder))
    }

    /// Whether fewer than ``leastRoom`` bytes are free.
    public var isFull: Bool { free < Self.leastRoom }

    /// Why SQLite cannot rely on it, in words for the operator; nil if it can.
    public var weakness: String? {
        // Other machines', where a WAL does not work.
        let networked: Set<String> = [
            "nfs", "nfs4", "cifs", "smb3", "smbfs", "9p", "afs", "ceph", "lustre", "glusterfs", "fuse.sshfs",
            "fuse.glusterfs",
        ]
        guard networked.contains(fileSystem) else { return nil }
        return "The database lies on a network file system (\(fileSystem)), where SQLite loses data."
    }

    /// The size of a file; 0 without it.
    public static func bytes(ofFile path: String) -> Int64 {
        var status = stat()
        return stat(path, &status) == 0 ? Int64(status.st_size) : 0
    }

    /// The size of what is not in a database yet: its WAL's, which lies beside the file itself.
    public static func walBytes(of database: String) -> Int64 {
        bytes(ofFile: OpenedFile.target(of: database) + "-wal")
    }

    private static func fileSystem(of folder: String) -> String {
        guard let mounts = try? String(contentsOfFile: "/proc/self/mounts", encoding: .utf8) else {
            return ""
        }
        var mountPoint = "", name = ""
        for line in mounts.split(separator: "\n") {
            // Device, mount point, type, options.
            let fields = line.split(separator: " ").map { String($0) }
            guard fields.count > 2, fields[1].utf8.count >= mountPoint.utf8.count else { continue }
            if fields[1] == "/" || folder == fields[1] || folder.hasPrefix(fields[1] + "/") {
                mountPoint = fields[1]
                name = fields[2]
            }
        }
        return name
    }
}
