// The socket for FastCGI requests: a Unix socket, a local TCP port, or a socket
// inherited at startup.

import Glibc
import Synchronization

/// Why a socket could not be opened, in words for the operator.
public struct ListeningError: Error, CustomStringConvertible {
    public let description: String

    init(_ what: String) {
        description = "Cannot listen: \(what) failed (\(String(cString: strerror(errno))))."
    }

    init(refusing what: String) {
        description = "Cannot listen: \(what)."
    }
}

/// A non-blocking listening socket. Closed on deallocation.
final class ListeningSocket: Sendable {
    let descriptor: CInt
    /// The socket's path and its inode, so that another process's socket is not removed.
    private let file: (path: String, inode: UInt64)?
    private let isTCP: Bool
    private let isRemoved = Atomic(false)
    private let refusesNewcomers = Atomic(false)

    init(_ address: FastCGIAddress) throws {
        isTCP = if case .tcp = address { true } else { false }
        switch address {
        case .inherited:
            try FastCGIAddress.checkInherited()
            descriptor = 0
            file = nil
        case .tcp(let host, let port):
            descriptor = try Self.listenTCP(host: host, port: port)
            file = nil
        case .unixSocket(let path, let mode, let group):
            descriptor = try Self.listenUnix(path: path, mode: mode, group: group)
            var status = stat()
            file = stat(path, &status) == 0 ? (path, UInt64(status.st_ino)) : nil
        }
        _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
        if descriptor != 0 { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
    }

    deinit { close(descriptor) }

    /// Removes the socket's file: new clients cannot connect, but pending
    /// connections can still be accepted. Only the first call does so: once it is removed, another process may have a socket
    /// there, with the same inode.
    func removeFile() {
        guard let file, !isRemoved.exchange(true, ordering: .relaxed) else { return }
        var status = stat()
        if stat(file.path, &status) == 0, UInt64(status.st_ino) == file.inode { unlink(file.path) }
    }

    /// Refuses who still connects to a port of this process, once those that were waiting are accepted: without this, the
    /// kernel would let them wait until the end. An inherited socket is somebody else's.
    func refuseNewcomers() {
        guard isTCP, !refusesNewcomers.exchange(true, ordering: .relaxed) else { return }
        shutdown(descriptor, CInt(SHUT_RDWR))
    }

    /// The backlog: after a restart, all open pages reconnect at once.
    private static let backlog: CInt = 4096

    private static func listenTCP(host: String, port: Int) throws -> CInt {
        var hints = addrinfo()
        hints.ai_socktype = CInt(SOCK_STREAM.rawValue)
        hints.ai_flags = AI_PASSIVE | AI_NUMERICSERV
        var found: UnsafeMutablePointer<addrinfo>?
        guard getaddrinfo(host, String(port), &hints, &found) == 0, let found else {
            throw ListeningError(refusing: "there is no address named “\(host)”")
        }
        defer { freeaddrinfo(found) }
        let descriptor = socket(found.pointee.ai_family, found.pointee.ai_socktype, found.pointee.ai_protocol)
        guard descriptor >= 0 else { throw ListeningError("socket") }
        var reuse: CInt = 1
        setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &reuse, socklen_t(MemoryLayout<CInt>.size))
        guard bind(descriptor, found.pointee.ai_addr, found.pointee.ai_addrlen) == 0,
            listen(descriptor, backlog) == 0
        else {
            defer { close(descriptor) }
            throw ListeningError("listening on \(host.contains(":") ? "[\(host)]" : host):\(port)")
        }
        return descriptor
    }

    private static func listenUnix(path: String, mode: UInt32, group: String?) throws -> CInt {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let bytes = Array(path.utf8)
        guard !bytes.isEmpty, bytes.count < MemoryLayout.size(ofValue: address.sun_path) else {
            throw ListeningError(refusing: "the path of a socket has 1 to 107 bytes: \(path)")
        }
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
        let owner = try group.map { name in
            guard let entry = getgrnam(name) else {
                throw ListeningError(refusing: "there is no group \(name)")
            }
            return entry.pointee.gr_gid
        }
        let descriptor = socket(AF_UNIX, CInt(SOCK_STREAM.rawValue), 0)
        guard descriptor >= 0 else { throw ListeningError("socket") }
        var isMade = false
        do {
            try withUnsafePointer(to: &address) { pointer in
                try pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
                    let size = socklen_t(MemoryLayout<sockaddr_un>.size)
                    try removeLeftover(path: path, address: pointer, size: size)
                    // Inaccessible to others until mode and group are set.
                    let before = umask(0o177)
                    defer { umask(before) }
                    guard bind(descriptor, pointer, size) == 0 else {
                        throw ListeningError("binding \(path)")
                    }
                    isMade = true
                }
            }
            if let group, let owner {
                guard chown(path, uid_t.max, owner) == 0 else {
                    throw ListeningError("giving \(path) to group \(group)")
                }
            }
            guard chmod(path, mode_t(mode)) == 0 else { throw ListeningError("setting the mode of \(path)") }
            guard listen(descriptor, backlog) == 0 else { throw ListeningError("listening on \(path)") }
        } catch {
            if isMade { unlink(path) }
            close(descriptor)
            throw error
        }
        return descriptor
    }

    private static func removeLeftover(path: String, address: UnsafePointer<sockaddr>, size: socklen_t) throws
    {
        var status = stat()
        guard lstat(path, &status) == 0 else { return }
        guard status.st_mode & S_IFMT == S_IFSOCK else {
            throw ListeningError(refusing: "\(path) exists and is no socket")
        }
        let probe = socket(AF_UNIX, CInt(SOCK_STREAM.rawValue), 0)
        defer { close(probe) }
        guard connect(probe, address, size) != 0 else {
            throw ListeningError(refusing: "somebody else listens on \(path)")
        }
        // Only this says that nobody does. Whoever may not connect knows nothing.
        guard errno == ECONNREFUSED else {
            throw ListeningError("looking whether somebody listens on \(path)")
        }
        unlink(path)
    }
}
