// The web server's end of a connection, implemented byte by byte.

import Foundation
import Glibc
import Synchronization
import Testing

@testable import HummingbirdFastCGI

/// A received record.
struct Record: Equatable, Sendable {
    let kind: UInt8
    let request: UInt16
    let content: [UInt8]

    static let endRequest: UInt8 = 3
    static let standardOutput: UInt8 = 6
    static let valuesResult: UInt8 = 10
}

/// A web server that waits at most twenty minutes for each byte: all tests start at
/// once, and on a small machine one may take most of that until its turn.
///
/// Its calls block threads of their own: on the tests' threads they could block
/// the code that has to respond.
final class Peer: Sendable {
    private let socket: CInt
    private let isClosed = Atomic(false)

    static let patience = Duration.seconds(1_200)

    init(socket: CInt) {
        self.socket = socket
        var limit = timeval(tv_sec: time_t(Self.patience.components.seconds), tv_usec: 0)
        setsockopt(socket, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    }

    deinit { close() }

    /// Both ends of a connection: the program's, and the web server's.
    static func pair() throws -> (program: CInt, peer: Peer) {
        var ends: [CInt] = [-1, -1]
        try #require(socketpair(AF_UNIX, CInt(SOCK_STREAM.rawValue), 0, &ends) == 0)
        return (ends[0], Peer(socket: ends[1]))
    }

    convenience init(connectingTo path: String) throws {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        let socket = Glibc.socket(AF_UNIX, CInt(SOCK_STREAM.rawValue), 0)
        let connected = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(socket, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        try #require(socket >= 0 && connected == 0)
        self.init(socket: socket)
    }

    func close() {
        if !isClosed.exchange(true, ordering: .relaxed) { Glibc.close(socket) }
    }

    /// From now on only receives.
    func endSending() { shutdown(socket, CInt(SHUT_WR)) }

    private func blocking<Result: Sendable>(_ work: @escaping @Sendable () -> Result) async -> Result {
        await withCheckedContinuation { done in
            Thread.detachNewThread { done.resume(returning: work()) }
        }
    }

    func send(_ bytes: [UInt8]) async {
        await blocking { [self] in
            var rest = bytes[...]
            while !rest.isEmpty {
                let count = rest.withUnsafeBytes {
                    Glibc.send(socket, $0.baseAddress, $0.count, CInt(MSG_NOSIGNAL))
                }
                guard count > 0 else { return }
                rest = rest.dropFirst(count)
            }
        }
    }

    /// `count` bytes, or those received before the end; nil on a timeout.
    func receive(_ count: Int) async -> [UInt8]? {
        await blocking { [self] in receiveNow(count) }
    }

    /// Whether the program closes the connection without further data.
    var isEnded: Bool { get async { await receive(1) == [] } }

    /// The next record; nil at the end of the connection.
    func record() async -> Record? {
        await blocking { [self] in recordNow() }
    }

    /// The text of a response; nil if it was not completed.
    func answer() async -> String? {
        await blocking { [self] in
            var output: [UInt8] = []
            while let record = recordNow() {
                if record.kind == Record.endRequest { return String(decoding: output, as: UTF8.self) }
                output += record.content
            }
            return nil
        }
    }

    private func receiveNow(_ count: Int) -> [UInt8]? {
        var bytes: [UInt8] = []
        while bytes.count < count {
            var part = [UInt8](repeating: 0, count: count - bytes.count)
            let received = recv(socket, &part, part.count, 0)
            if received < 0, errno == EAGAIN { return nil }
            guard received > 0 else { break }
            bytes += part[..<received]
        }
        return bytes
    }

    private func recordNow() -> Record? {
        guard let head = receiveNow(8), head.count == 8 else { return nil }
        let content = receiveNow(Int(head[4]) << 8 | Int(head[5])) ?? []
        _ = receiveNow(Int(head[6]))
        return Record(kind: head[1], request: UInt16(head[2]) << 8 | UInt16(head[3]), content: content)
    }
}

// MARK: What a web server sends

func record(_ kind: UInt8, _ content: [UInt8] = [], request: UInt16 = 1) -> [UInt8] {
    let head: [UInt16] = [request, UInt16(content.count)]
    return [1, kind] + head.flatMap { [UInt8($0 >> 8), UInt8($0 & 255)] } + [0, 0] + content
}

func pairs(_ pairs: KeyValuePairs<String, String>) -> [UInt8] {
    pairs.flatMap { [UInt8($0.utf8.count), UInt8($1.utf8.count)] + Array($0.utf8) + Array($1.utf8) }
}

func beginning(keeps: Bool) -> [UInt8] { record(1, [0, 1, keeps ? 1 : 0, 0, 0, 0, 0, 0]) }

let abort = record(2)

/// A request without its body.
func head(_ path: String, announcing length: Int? = nil, keeps: Bool = true) -> [UInt8] {
    var content = pairs(["REQUEST_METHOD": length == nil ? "GET" : "POST", "REQUEST_URI": path])
    if let length { content += pairs(["CONTENT_LENGTH": String(length)]) }
    return beginning(keeps: keeps) + record(4, content) + record(4)
}

func bodyParts(_ count: Int) -> [UInt8] {
    var bytes: [UInt8] = []
    var left = count
    while left > 0 {
        let part = min(left, 32 * 1024)
        bytes += record(5, [UInt8](repeating: 120, count: part))
        left -= part
    }
    return bytes
}

func request(_ path: String, body: Int? = nil, keeps: Bool = true) -> [UInt8] {
    head(path, announcing: body, keeps: keeps) + bodyParts(body ?? 0) + record(5)
}
