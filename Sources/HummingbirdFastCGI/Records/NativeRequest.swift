// The only file that calls libfcgi: it turns the records of one request into
// variables and a body.
//
// libfcgi does it with blocking calls and its own accept, close and signal
// handling. Here it is given a connection that is accepted already and has
// the bytes it will read, and it never writes or closes anything.

import CFCGI
import Glibc
import NIOCore

/// A request as libfcgi holds it. Belongs to one thread at a time.
///
/// Unchecked, because it is handed from the polling thread to that of an
/// upload and not used by the first afterwards.
final class NativeRequest: @unchecked Sendable {
    private let request: UnsafeMutablePointer<FCGX_Request>

    /// Readies libfcgi for this process, and gives back the signals it takes:
    /// its handlers make every later read fail.
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
    /// - Parameter socket: A connection on which the head has come whole. On
    ///   failure libfcgi has closed it.
    /// - Returns: nil where what came is no request.
    init?(reading socket: CInt) {
        request = .allocate(capacity: 1)
        FCGX_InitRequest(request, -1, 0)
        request.pointee.ipcFd = socket
        // Without the first it would close the connection before it reads,
        // without the second wait two seconds whenever it closes one.
        request.pointee.keepConnection = 1
        request.pointee.detached = 1
        guard FCGX_Accept_r(request) == 0 else { return nil }
    }

    deinit {
        FCGX_Free(request, 0)
        request.deallocate()
    }

    var identifier: UInt16 { UInt16(truncatingIfNeeded: request.pointee.requestId) }

    /// Whether the web server wants to use the connection again (FCGI_KEEP_CONN).
    var keepsConnection: Bool { request.pointee.keepConnection != 0 }

    /// Whether the program is asked for an answer, and not to authorize or filter.
    var isForResponder: Bool { request.pointee.role == FCGI_RESPONDER }

    var variables: GatewayVariables { GatewayVariables(copying: request.pointee.envp) }

    /// Reads up to `count` bytes of the body; none are left where fewer come.
    func readBody(_ count: Int) -> ByteBuffer {
        var buffer = ByteBuffer()
        buffer.writeWithUnsafeMutableBytes(minimumWritableBytes: count) { bytes in
            let text = bytes.baseAddress?.assumingMemoryBound(to: CChar.self)
            return Int(FCGX_GetStr(text, CInt(min(count, bytes.count)), request.pointee.in))
        }
        return buffer
    }

    /// Whether the body broke off, because the connection did or fell silent.
    var hasFailed: Bool { FCGX_GetError(request.pointee.in) != 0 }
}
