// CGI: one process per request, with the variables in the environment and the
// body on standard input (RFC 3875).

import Foundation
import Glibc
import HTTPTypes
public import Hummingbird
public import Logging
import NIOCore
import Synchronization

/// Handles the single request of a CGI program.
///
/// A CGI program must not parse its arguments: a web server passes the words of a
/// query string without `=` as arguments (RFC 3875 §4.4).
public struct CGIServer<Responder: HTTPResponder>: Sendable where Responder.Context: RequestContext {
    private let responder: Responder
    private let logger: Logger
    private let maximumBodySize: Int
    private let makeContext: @Sendable (GatewayRequestContextSource) -> Responder.Context

    /// - Parameter maximumBodySize: In bytes; reading a larger body throws
    ///   `HTTPError(.contentTooLarge)`.
    public init(
        responder: Responder,
        maximumBodySize: Int = 10 * 1024 * 1024,
        logger: Logger = Logger(label: "CGI"),
        makeContext: @escaping @Sendable (GatewayRequestContextSource) -> Responder.Context
    ) {
        self.responder = responder
        self.logger = logger
        self.maximumBodySize = maximumBodySize
        self.makeContext = makeContext
    }

    /// Writes the response to the request in `environment` to standard output,
    /// and reads standard input to its end: Apache drops the response if the body
    /// is not read.
    public func run(environment: [String: String] = ProcessInfo.processInfo.environment) async {
        signal(SIGPIPE, SIG_IGN)
        let variables = GatewayVariables(environment: environment)
        let announced = variables.contentLength ?? 0
        let input = StandardInput(count: max(0, announced))
        guard let head = variables.makeRequestHead() else {
            input.drain()
            let writer = StandardOutputWriter(allowsBody: true)
            writer.writeHead(HTTPResponse(status: .badRequest))
            return
        }
        let body =
            announced > maximumBodySize
            ? RequestBody(asyncSequence: RefusedBody(reason: HTTPError(.contentTooLarge)))
            : RequestBody(asyncSequence: input)
        let request = Request(head: head, body: body)
        let context = makeContext(GatewayRequestContextSource(logger: logger, variables: variables))
        let response = await responder.answer(to: request, context: context, logger: logger)
        // A web server that still writes the body reads no response: with more than the pipes hold, both would wait for ever.
        if announced <= maximumBodySize { input.readAhead() }
        let writer = StandardOutputWriter(allowsBody: request.method.allowsBody(inAnswer: response.status))
        writer.writeHead(response.head)
        do {
            try await response.body.write(writer)
        } catch {
            logger.error("an answer broke off", metadata: ["error": "\(error)"])
        }
        input.drain()
    }
}

/// The body on standard input. Reads block, because this process has nothing else to do.
private final class StandardInput: AsyncSequence, Sendable {
    private struct State {
        /// How many of the announced bytes are still to come.
        var left: Int
        /// Parts that were read before anyone wanted them, the newest first.
        var ahead: [ByteBuffer] = []
        var isBroken = false
    }

    private let state: Mutex<State>

    init(count: Int) {
        state = Mutex(State(left: count))
    }

    struct AsyncIterator: AsyncIteratorProtocol {
        let input: StandardInput

        func next() async throws -> ByteBuffer? {
            guard let part = input.read() else { throw HTTPError.brokenUpload }
            return part.readableBytes > 0 ? part : nil
        }
    }

    func makeAsyncIterator() -> AsyncIterator { AsyncIterator(input: self) }

    /// The next bytes; empty at the end, nil if input ends before the announced length.
    func read() -> ByteBuffer? {
        state.withLock { $0.ahead.popLast() ?? Self.receive(&$0) }
    }

    /// Reads to the end what nobody wants.
    func drain() {
        while let part = read(), part.readableBytes > 0 {}
    }

    /// Reads what is still to come, and keeps it for whoever wants it.
    func readAhead() {
        state.withLock { state in
            var parts: [ByteBuffer] = []
            while let part = Self.receive(&state), part.readableBytes > 0 { parts.append(part) }
            state.ahead = parts.reversed() + state.ahead
        }
    }

    private static func receive(_ state: inout State) -> ByteBuffer? {
        guard !state.isBroken else { return nil }
        let wanted = Swift.min(state.left, 64 * 1024)
        guard wanted > 0 else { return ByteBuffer() }
        var part = ByteBuffer()
        part.writeWithUnsafeMutableBytes(minimumWritableBytes: wanted) { space in
            Swift.max(0, Glibc.read(STDIN_FILENO, space.baseAddress, wanted))
        }
        state.left -= part.readableBytes
        state.isBroken = part.readableBytes == 0
        return state.isBroken ? nil : part
    }
}

private struct StandardOutputWriter: ResponseBodyWriter {
    let allowsBody: Bool

    func writeHead(_ head: HTTPResponse) {
        var bytes = ByteBuffer()
        bytes.writeGatewayHead(head)
        try? send(bytes)
    }

    func write(_ buffer: ByteBuffer) async throws {
        if allowsBody { try send(buffer) }
    }

    func finish(_ trailers: HTTPFields?) async throws {}

    private func send(_ buffer: ByteBuffer) throws {
        var buffer = buffer
        while buffer.readableBytes > 0 {
            let count = buffer.withUnsafeReadableBytes {
                Glibc.write(STDOUT_FILENO, $0.baseAddress, $0.count)
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw ConnectionClosed() }
            buffer.moveReaderIndex(forwardBy: count)
        }
    }
}
