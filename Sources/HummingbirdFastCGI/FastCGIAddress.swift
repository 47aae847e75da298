// What a FastCGI server can listen on, and what is to be known of a socket that it
// was given.

import Glibc

/// Where a ``FastCGIServer`` listens.
public enum FastCGIAddress: Sendable, Equatable {
    /// A Unix socket at `path`, created with permission bits `mode` (such as
    /// `0o660`) and owned by `group` if given. Replaces a socket left by a dead
    /// process, but not one that is in use.
    case unixSocket(path: String, mode: UInt32, group: String? = nil)
    /// A TCP port. FastCGI has no authentication: use a local address.
    case tcp(host: String, port: Int)
    /// File descriptor 0, already listening: systemd's `StandardInput=socket`,
    /// spawn-fcgi, Apache's mod_fcgid.
    case inherited

    /// Whether file descriptor 0 of this process is a listening socket.
    public static var isInherited: Bool {
        var accepts: CInt = 0
        var size = socklen_t(MemoryLayout<CInt>.size)
        return getsockopt(0, SOL_SOCKET, SO_ACCEPTCONN, &accepts, &size) == 0 && accepts != 0
    }

    /// Looks whether a server could listen there, and lets go of the address again: for whoever makes something before that,
    /// which would be made in vain.
    ///
    /// - Throws: ``ListeningError``.
    public func check() throws {
        // Whoever lets go of that one has none any more.
        guard self != .inherited else { return try Self.checkInherited() }
        try ListeningSocket(self).removeFile()
    }

    static func checkInherited() throws {
        guard !isInherited else { return }
        throw ListeningError(
            refusing:
                "file descriptor 0 is no listening socket, as systemd hands one over with StandardInput=socket"
        )
    }

    /// Closes every connection to the inherited socket for a while, in the place of a server that cannot serve.
    public static func turnAway(for duration: Duration) {
        let end = ContinuousClock.now + duration
        while ContinuousClock.now < end {
            var socket = pollfd(fd: 0, events: Int16(POLLIN), revents: 0)
            guard poll(&socket, 1, 100) > 0 else { continue }
            let connection = accept(0, nil, nil)
            // Without a listening socket there is nobody to turn away.
            guard connection >= 0 else { return }
            close(connection)
        }
    }
}
