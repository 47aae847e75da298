// What lies in Views/ and Public/, told without reading the files: a CGI program asks that for every page.

import Glibc

/// What tells a file from an earlier one at the same path.
public struct FileStamp: Sendable, Equatable, CustomStringConvertible {
    /// In bytes.
    let size: Int64
    /// When its content changed, in nanoseconds since 1970, as far as nobody has set that time: packages and archives do.
    let changedAt: Int64
    /// When anything of it changed, which nobody can set.
    let alteredAt: Int64
    /// Which file of its file system it is.
    private let number: UInt64

    public var description: String { "\(size) \(changedAt) \(alteredAt) \(number)" }

    /// Nil if there is no such file. A link stands for what it leads to.
    public init?(path: String) {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        self.init(status)
    }

    init(_ status: stat) {
        size = Int64(status.st_size)
        changedAt = Self.nanoseconds(status.st_mtim)
        alteredAt = Self.nanoseconds(status.st_ctim)
        number = UInt64(status.st_ino)
    }

    private static func nanoseconds(_ time: timespec) -> Int64 {
        Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec)
    }
}

/// The files below a folder, in order of their paths in it. Links to folders are not followed.
struct FolderListing: Sendable, Equatable {
    struct File: Sendable, Equatable {
        let path: String
        let stamp: FileStamp
    }
    let files: [File]

    var paths: [String] { files.map(\.path) }

    /// By the files' paths.
    var stamps: [String: FileStamp] {
        Dictionary(files.map { ($0.path, $0.stamp) }) { first, _ in first }
    }

    /// - Throws: ``SiteFault/folderIsMissing(_:)``.
    init(_ folder: String) throws(SiteFault) {
        guard let found = Self.files(in: folder, named: "") else { throw .folderIsMissing(folder) }
        files = found.sorted { $0.path < $1.path }
    }

    /// Nil if the folder cannot be read.
    private static func files(in folder: String, named prefix: String) -> [File]? {
        guard let stream = opendir(folder) else { return nil }
        defer { closedir(stream) }
        var files: [File] = []
        while let entry = readdir(stream) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            var status = stat()
            switch Int(entry.pointee.d_type) {
            case _ where name == "." || name == "..": continue
            case DT_DIR: status.st_mode = S_IFDIR
            case DT_LNK:
                guard fstatat(dirfd(stream), name, &status, 0) == 0, status.st_mode & S_IFMT == S_IFREG
                else { continue }
            // Some file systems do not tell in the folder what is a folder.
            default: guard fstatat(dirfd(stream), name, &status, AT_SYMLINK_NOFOLLOW) == 0 else { continue }
            }
            switch status.st_mode & S_IFMT {
            case S_IFREG: files.append(File(path: prefix + name, stamp: FileStamp(status)))
            case S_IFDIR:
                files += Self.files(in: folder + "/" + name, named: prefix + name + "/") ?? []
            default: continue
            }
        }
        return files
    }
}
