// Handles a request in its own task on the engine's thread, and writes the
// response. Nothing here blocks the thread.

import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import Synchronization

extension FastCGIEngine {
    /// Starts handling a request that has arrived on the connection.
    func begin(_ arrived: ArrivedRequest, on connection: Connection) {
        connection.setAnswering(true)
        let exchange = Exchange(
            connection: connection, identifier: arrived.identifier,
            keepsConnection: arrived.keepsConnection, isUpload: !arrived.isWhole
        )
        guard arrived.isForResponder else {
            return refuse(exchange, .refusal(exchange.identifier, .unknownRole))
        }
        let variables = arrived.variables
        guard let head = variables.makeRequestHead() else {
            return refuse(exchange, .answer(exchange.identifier, head: "Status: 400 Bad Request"))
        }
        let (body, upload) = body(of: arrived)
        let pending = PendingRequest(
            request: Request(head: head, body: body),
            source: GatewayRequestContextSource(logger: logger, variables: variables)
        )
        if let upload, !read(upload, BodyReader(arrived, on: connection), exchange) {
            return refuse(
                exchange,
                .answer(exchange.identifier, head: "Status: 503 Service Unavailable\r\nRetry-After: 1"))
        }
        let task = Task(executorPreference: executor) { [self] in await answer(pending, exchange, upload) }
        connection.setTask(task)
    }

    /// - Returns: False if there is no memory for it.
    private func read(_ upload: UploadBody, _ reader: BodyReader, _ exchange: Exchange) -> Bool {
        let connection = exchange.connection
        connection.input.setTimeout(configuration.timeout)
        return upload.read(reader) { [self, limit = configuration.maximumBodySize] in
            let isComplete = upload.isWhole && upload.isAnswered
            if !isComplete || !exchange.keepsConnection {
                // Closing the connection with unread input would discard the response.
                connection.input.setTimeout(configuration.timeout)
                connection.discardInput(upTo: UploadBody.mostTimesLimit * limit)
            }
            finish(exchange, isComplete: isComplete)
        }
    }

    /// Answers a request that no handler gets, and closes its connection.
    private func refuse(_ exchange: Exchange, _ answer: ByteBuffer) {
        Task(executorPreference: executor) { [self] in
            try? await exchange.connection.write([answer], timeout: configuration.timeout)
            releasePlace(isUpload: exchange.isUpload)
            finish(exchange, isComplete: false)
        }
    }

    /// Writes records that are not a response to a request.
    func write(_ records: ByteBuffer, on connection: Connection, keepsConnection: Bool) {
        connection.setDeadline(nil)
        connection.setAnswering(true)
        let exchange = Exchange(
            connection: connection, identifier: 0, keepsConnection: keepsConnection, isUpload: false)
        Task(executorPreference: executor) { [self] in
            let isWritten = (try? await connection.write([records], timeout: configuration.timeout)) != nil
            finish(exchange, isComplete: isWritten)
        }
    }

    /// The reply to a record outside of any request, if there is one.
    func answer(to record: ConnectionRecord) -> ByteBuffer? {
        switch record {
        case .getValues(let names): .values(names, connections: limiter.limit)
        case .unknownManagement(let kind): .unknownType(kind)
        case .stray: nil
        }
    }

    private func body(of arrived: ArrivedRequest) -> (body: RequestBody, upload: UploadBody?) {
        let announced = arrived.variables.contentLength
        let isTooLarge = (announced ?? 0) > configuration.maximumBodySize
        guard arrived.isWhole else {
            let upload = UploadBody(limit: configuration.maximumBodySize, announced: announced)
            return (isTooLarge ? Self.tooLarge : RequestBody(asyncSequence: upload), upload)
        }
        guard arrived.body.readableBytes >= announced ?? 0 else {
            return (RequestBody(asyncSequence: RefusedBody(reason: .brokenUpload)), nil)
        }
        // Anything beyond the announced length is not part of the request (RFC 3875 §4.2).
        let bytes = announced.flatMap { arrived.body.getSlice(at: 0, length: $0) } ?? arrived.body
        return (isTooLarge ? Self.tooLarge : RequestBody(buffer: bytes), nil)
    }

    private static var tooLarge: RequestBody {
        RequestBody(asyncSequence: RefusedBody(reason: HTTPError(.contentTooLarge)))
    }

    private func answer(_ pending: PendingRequest, _ exchange: Exchange, _ upload: UploadBody?) async {
        let (response, method) = await respond(to: pending)
        // From here on only the web server has to act, which must not hold up other requests.
        releasePlace(isUpload: exchange.isUpload)
        let isStream = response.body.contentLength == nil
        var head = ByteBufferAllocator().buffer(capacity: Self.usualHead)
        head.writeGatewayHead(response.head)
        let writer = FastCGIResponseWriter(
            connection: exchange.connection, identifier: exchange.identifier,
            timeout: configuration.timeout,
            head: head, allowsBody: method.allowsBody(inAnswer: response.status), isStream: isStream,
            keepsConnection: exchange.keepsConnection, upload: upload,
            longestPause: configuration.longestPause
        )
        guard isStream else {
            return end(exchange, upload, isComplete: await write(response.body, with: writer, exchange))
        }
        // A stream may last for days. A task of its own does not keep the memory
        // used to handle the request.
        let task = Task(executorPreference: executor) { [self, body = response.body] in
            end(exchange, upload, isComplete: await write(body, with: writer, exchange))
        }
        exchange.connection.setTask(task)
        exchange.connection.becomeStream()
        // Either may have happened before.
        exchange.connection.noticeInterruption()
        if state.withLock({ $0.isStopping }) { exchange.connection.endStream() }
    }

    /// Room for the head of most responses, in bytes.
    private static var usualHead: Int { 1024 }

    /// - Returns: Whether the whole response was written.
    private func write(
        _ body: ResponseBody, with writer: FastCGIResponseWriter, _ exchange: Exchange
    ) async -> Bool {
        var writer = writer
        do {
            try await writer.begin()
            try await body.write(writer)
            return true
        } catch is ConnectionClosed {
            return false
        } catch {
            let connection = exchange.connection
            if connection.isAborted {
                let end = [ByteBuffer.end(exchange.identifier)]
                return (try? await connection.write(end, timeout: configuration.timeout)) != nil
            }
            if !(error is CancellationError) {
                logger.error("an answer broke off", metadata: ["error": "\(error)"])
            }
            return false
        }
    }

    private func end(_ exchange: Exchange, _ upload: UploadBody?, isComplete: Bool) {
        guard let upload else { return finish(exchange, isComplete: isComplete) }
        // The reading thread finishes.
        upload.end(isAnswered: isComplete)
    }

    /// Releases the pending request when it returns the response.
    private func respond(to pending: PendingRequest) async -> (Response, HTTPRequest.Method) {
        let (request, source) = pending.take()
        let response = await responder.answer(to: request, context: makeContext(source), logger: logger)
        return (response, request.method)
    }

    private func finish(_ exchange: Exchange, isComplete: Bool) {
        let connection = exchange.connection
        connection.setTask(nil)
        guard isComplete, exchange.keepsConnection, !connection.hasTakenLeave else {
            state.withLock { _ = $0.connections.removeValue(forKey: connection.key) }
            return
        }
        connection.setAnswering(false)
        state.withLock { $0.returned.append(connection.key) }
        executor.wakeIfAsleep()
    }
}

/// A request about to be handled. Released when there is a response: a stream may
/// last for days, and needs nothing of the request.
///
/// Unchecked, because after creation only the handling task uses it.
private final class PendingRequest: @unchecked Sendable {
    private var content: (Request, GatewayRequestContextSource)?

    init(request: Request, source: GatewayRequestContextSource) {
        content = (request, source)
    }

    /// Hands the request over; can be called once.
    func take() -> (Request, GatewayRequestContextSource) {
        guard let taken = content else { preconditionFailure("a request is answered once") }
        content = nil
        return taken
    }
}

/// A request and its response on a connection.
struct Exchange: Sendable {
    let connection: Connection
    let identifier: UInt16
    let keepsConnection: Bool
    /// Whether the request's body was still arriving when it began.
    let isUpload: Bool
}
