// A copy while it is made, beside the name that it is to take. Whoever makes it holds a lock beside it, which the system
// takes back from a killed process: so its leavings are told from a copy that somebody is making.

import Foundation
import Glibc

/// A new file with a name of its own, which nobody else uses.
public final class StagedFile {
    /// What it is made for; a part of its name.
    enum Purpose: String, CaseIterable {
        case backup = ".unfinished"
        case restoration = ".restoring"
    }

    let path: String
    /// Open for reading and writing. It is closed after SQLite has closed the file, which would lose its own locks otherwise.
    let descriptor: CInt
    /// Of a file of its own: on a network's file system, a lock on the copy would keep SQLite from it.
    private let lock: CInt

    /// - Throws: ``StorageFault``.
    init(for purpose: Purpose, of path: String) throws(StorageFault) {
        let own = path + purpose.rawValue + "-" + String(UInt64.random(in: .min ... .max), radix: 36)
        lock = open(own + Self.maker, O_CREAT | O_EXCL | O_RDWR | O_CLOEXEC, 0o600)
        guard lock >= 0 else { throw StorageFault(errno: errno) }
        var hasLock = flock(lock, LOCK_EX) == 0
        while !hasLock && errno == EINTR { hasLock = flock(lock, LOCK_EX) == 0 }
        // It holds everybody's data, so only its owner may read it.
        descriptor = hasLock ? open(own, O_CREAT | O_EXCL | O_RDWR | O_CLOEXEC, 0o600) : -1
        self.path = own
        guard descriptor >= 0 else {
            let code = errno
            unlink(own + Self.maker)
            throw StorageFault(errno: code)
        }
    }

    /// Removes what of it has its own name still, and what SQLite had beside that.
    func end() { Self.remove(path) }

    deinit {
        if descriptor >= 0 { close(descriptor) }
        close(lock)
    }

    private static let maker = "-maker"
    /// What SQLite, ``OpeningLock`` and its maker have beside a file.
    private static let ends = ["-wal", "-shm", "-journal", ".lock", maker]

    private static func remove(_ path: String) {
        // The file itself last: without it what is beside it is nobody's.
        for end in ends + [""] { unlink(path + end) }
    }

    // MARK: - Leavings

    /// What killed commands have left in a folder of copies that they were making: nobody uses it any more.
    public static func leavings(in folder: String) -> [String] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        let stems = names.compactMap { name -> String? in
            guard let stem = stem(of: name) else { return nil }
            // Without an ending of ours it may be anybody's.
            return Purpose.allCases.contains { stem.hasSuffix($0.rawValue) } ? nil : stem
        }
        return Set(stems).sorted().map { Self.path(to: $0, in: folder) }.filter {
            whileAbandoned($0) {} != nil
        }
    }

    /// Removes what killed commands have left of copies that were to become a file.
    static func removeLeavings(for purpose: Purpose, of path: String) {
        let place = URL(filePath: path), folder = place.deletingLastPathComponent().path
        let first = place.lastPathComponent + purpose.rawValue
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        for stem in Set(names.compactMap { stem(of: $0) }) where stem.hasPrefix(first) {
            let left = Self.path(to: stem, in: folder)
            whileAbandoned(left) { remove(left) }
        }
    }

    private static func path(to name: String, in folder: String) -> String {
        folder == "/" ? "/\(name)" : "\(folder)/\(name)"
    }

    /// The name of the staged file that a file is, or lies beside; nil if it is neither.
    private static func stem(of name: String) -> String? {
        let end = ends.first { name.hasSuffix($0) } ?? ""
        let stem = String(name.dropLast(end.count))
        for purpose in Purpose.allCases {
            guard let place = stem.range(of: purpose.rawValue, options: .backwards) else { continue }
            let rest = stem[place.upperBound...]
            if rest.isEmpty
                || rest.first == "-" && rest.count > 1 && rest.dropFirst().allSatisfy(\.isLetterOrDigit)
            {
                return stem
            }
        }
        return nil
    }

    /// Runs `body` while nobody else can make the file; nil if somebody does, or nothing tells.
    @discardableResult
    private static func whileAbandoned<Value>(_ path: String, _ body: () -> Value) -> Value? {
        let descriptor = open(path + maker, O_RDWR | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        // One of a version that had none, or only something beside it, is left.
        guard descriptor >= 0 else { return errno == ENOENT ? body() : nil }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
            flock(descriptor, LOCK_EX | LOCK_NB) == 0
        else { return nil }
        return body()
    }
}

extension Character {
    fileprivate var isLetterOrDigit: Bool { isASCII && (isLetter || isNumber) }
}
