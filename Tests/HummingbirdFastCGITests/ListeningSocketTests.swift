// What a server that cannot listen leaves behind.

import Foundation
import Testing

@testable import HummingbirdFastCGI

@Suite final class ListeningSocketTests {
    // Short: a socket's path has at most 107 bytes.
    private let path = "/tmp/listening-\(UUID().uuidString)"

    deinit { unlink(path) }

    private var isThere: Bool { FileManager.default.fileExists(atPath: path) }

    @Test func `a group that is not there leaves no socket`() {
        let address = FastCGIAddress.unixSocket(path: path, mode: 0o660, group: "nobody-has-it")
        #expect(throws: ListeningError.self) { try address.check() }
        #expect(throws: ListeningError.self) { try ListeningSocket(address) }
        #expect(!isThere)
    }

    @Test func `an address is looked at and let go of`() throws {
        let address = FastCGIAddress.unixSocket(path: path, mode: 0o660)
        try address.check()
        #expect(!isThere)
        let socket = try ListeningSocket(address)
        #expect(isThere)
        // Somebody listens there now, whom nobody disturbs.
        #expect(throws: ListeningError.self) { try address.check() }
        #expect(isThere)
        socket.removeFile()
    }

    @Test func `whoever has the path after it is left alone`() throws {
        let address = FastCGIAddress.unixSocket(path: path, mode: 0o660)
        let first = try ListeningSocket(address)
        first.removeFile()
        let next = try ListeningSocket(address)
        // Another thread of the first is late. The inode may well be the same again.
        first.removeFile()
        #expect(isThere)
        next.removeFile()
        #expect(!isThere)
    }

    @Test func `a port refuses newcomers once it is told to`() throws {
        let listening = try ListeningSocket(.tcp(host: "127.0.0.1", port: 0))
        var address = sockaddr_in(), size = socklen_t(MemoryLayout<sockaddr_in>.size)
        func connects() -> Bool {
            let socket = socket(AF_INET, CInt(SOCK_STREAM.rawValue), 0)
            defer { close(socket) }
            return withUnsafePointer(to: &address) { pointer in
                pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { connect(socket, $0, size) == 0 }
            }
        }
        let isNamed = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                getsockname(listening.descriptor, $0, &size) == 0
            }
        }
        #expect(isNamed && connects())
        listening.refuseNewcomers()
        #expect(!connects())
    }

    @Test(arguments: ["nowhere.invalid", "127.0.0.1:80", "[::1]"])
    func `a name that nobody has is told`(host: String) {
        let error = #expect(throws: ListeningError.self) {
            try FastCGIAddress.tcp(host: host, port: 9000).check()
        }
        #expect(error?.description.contains("“\(host)”") == true)
    }
}
