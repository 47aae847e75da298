// The only file that calls libfcgi, which parses a request's records into variables and a body.
//
// libfcgi has its own blocking I/O, accept, close and signal handling. Here it
// only gets connections that are already accepted and have the bytes it will
// read, and it never writes or closes anything.

import CFCGI
import Glibc
import NIOCore

/// A request parsed by libfcgi. Used by one thread at a time.
///
/// Unchecked, because the polling thread hands it to an upload's thread and does
/// not use it afterwards.
final class NativeRequest: @unchecked Sendable {
    private let request: UnsafeMutablePointer<FCGX_Request>

    /// Initialises libfcgi for this process, and restores the signal handlers it
    /// replaces: its own make every later read fail.
    static func prepareLibrary() {
        var before = sigaction()
        sigaction(SIGTERM, nil, &before)
        FCGX_Init()
        sigaction(SIGTERM, &before, nil)
        signal(SIGUSR1, SIG_IGN)
        signal(SIGPIPE, SIG_IGN)
    }

    /// Reads the head of a request.
    ///
    /// - Parameter socket: A connection on which the complete head has arrived.
    ///   On failure libfcgi has closed it.
    /// - Returns: nil if it is not a request.
    init?(reading socket: CInt) {
        request = .allocate(capacity: 1)
        FCGX_InitRequest(request, -1, 0)
        request.pointee.ipcFd = socket
        // Without the first, it would close the connection before reading;
        // without the second, it would wait two seconds each time it closes one.
        request.pointee.keepConnection = 1
        request.pointee.detached = 1
        guard FCGX_Accept_r(request) == 0 else { return nil }
    }

    deinit {
        FCGX_Free(request, 0)
        request.deallocate()
    }

    var identifier: UInt16 { UInt16(truncatingIfNeeded: request.pointee.requestId) }

    /// Whether the web server wants to reuse the connection (FCGI_KEEP_CONN).
    var keepsConnection: Bool { request.pointee.keepConnection != 0 }

    /// Whether the request's role is responder, and not authorizer or filter.
    var isForResponder: Bool { request.pointee.role == FCGI_RESPONDER }

    var variables: GatewayVariables { GatewayVariables(copying: request.pointee.envp) }

    /// Reads up to `count` bytes of the body, and makes room for no more; fewer mean its end.
    func readBody(_ count: Int) -> ByteBuffer {
        var buffer = ByteBuffer()
        buffer.writeWithUnsafeMutableBytes(minimumWritableBytes: count) { bytes in
            let text = bytes.baseAddress?.assumingMemoryBound(to: CChar.self)
            return Int(FCGX_GetStr(text, CInt(min(count, bytes.count)), request.pointee.in))
        }
        return buffer
    }

    /// Whether the body was cut off, because the connection closed or timed out.
    var hasFailed: Bool { FCGX_GetError(request.pointee.in) != 0 }
}
