// What happens to a request that has come: answered in a task of its own on
// the engine's thread, and the answer written. Nothing here blocks it.

import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import Synchronization

extension FastCGIEngine {
    /// Begins to answer the request that was read on the connection.
    func begin(_ native: NativeRequest, on connection: Connection, isWhole: Bool) {
        connection.setDeadline(nil)
        connection.setAnswering(true)
        let exchange = Exchange(
            connection: connection, identifier: native.identifier, keepsConnection: native.keepsConnection
        )
        guard native.isForResponder, let head = native.variables.makeRequestHead() else {
            let refusal =
                native.isForResponder ? exchange.badRequest : ByteBuffer.unknownRole(exchange.identifier)
            Task(executorPreference: executor) { [self] in
                try? await connection.write([refusal], patience: configuration.patience)
                leavePlace()
                finish(exchange, isComplete: false)
            }
            return
        }
        let variables = native.variables
        let (body, upload) = body(of: native, announced: variables.contentLength, isWhole: isWhole)
        let question = Question(
            request: Request(head: head, body: body),
            source: GatewayRequestContextSource(logger: logger, variables: variables)
        )
        let task = Task(executorPreference: executor) { [self] in
            let isComplete = await answer(question, exchange)
            guard let upload else { return finish(exchange, isComplete: isComplete) }
            upload.end()
        }
        connection.setTask(task)
        // Closed without reading the rest, the connection would take the answer with it.
        guard let upload else { return }
        connection.limitSilence(seconds: Int(configuration.patience.components.seconds))
        upload.read(native) { [self, limit = configuration.maximumBodySize] in
            connection.discardInput(upTo: 4 * limit)
            finish(exchange, isComplete: false)
        }
    }

    private func body(
        of native: NativeRequest, announced: Int?, isWhole: Bool
    ) -> (body: RequestBody, upload: UploadBody?) {
        let isTooLarge = (announced ?? 0) > configuration.maximumBodySize
        if isWhole {
            // One more than there can be: then libfcgi reads the end of the body, too.
            var bytes = native.readBody(Self.largestHead)
            // Nothing beyond what was announced is part of the request (RFC 3875 §4.2).
            if let announced, announced >= 0, let part = bytes.getSlice(at: 0, length: announced) {
                bytes = part
            }
            if bytes.readableBytes < announced ?? 0 {
                return (RequestBody(asyncSequence: RefusedBody(reason: .brokenUpload)), nil)
            }
            return (isTooLarge ? Self.tooLarge : RequestBody(buffer: bytes), nil)
        }
        let upload = UploadBody(limit: configuration.maximumBodySize)
        return (isTooLarge ? Self.tooLarge : RequestBody(asyncSequence: upload), upload)
    }

    private static var tooLarge: RequestBody {
        RequestBody(asyncSequence: RefusedBody(reason: HTTPError(.contentTooLarge)))
    }

    /// - Returns: Whether the whole answer was written.
    private func answer(_ question: Question, _ exchange: Exchange) async -> Bool {
        let (response, method) = await respond(to: question)
        let isStream = response.body.contentLength == nil
        // From here on it waits for the web server alone, which must hold up nobody else.
        leavePlace()
        if isStream { exchange.connection.becomeStream() }
        var head = ByteBuffer()
        head.writeGatewayHead(response.head)
        var writer = FastCGIResponseWriter(
            connection: exchange.connection, identifier: exchange.identifier,
            patience: configuration.patience,
            head: head, allowsBody: method.allowsBody(inAnswer: response.status), isStream: isStream
        )
        do {
            try await writer.begin()
            try await response.body.write(writer)
            return true
        } catch {
            if !(error is ConnectionGone || error is CancellationError) {
                logger.error("an answer broke off", metadata: ["error": "\(error)"])
            }
            return false
        }
    }

    /// Lets go of the question with its answer.
    private func respond(to question: Question) async -> (Response, HTTPRequest.Method) {
        let (request, source) = question.take()
        let response = await responder.answer(to: request, context: makeContext(source), logger: logger)
        return (response, request.method)
    }

    private func finish(_ exchange: Exchange, isComplete: Bool) {
        let connection = exchange.connection
        connection.setTask(nil)
        guard isComplete, exchange.keepsConnection, !state.withLock({ $0.isStopping }) else {
            state.withLock { _ = $0.connections.removeValue(forKey: connection.key) }
            return
        }
        connection.setAnswering(false)
        state.withLock { $0.returned.append(connection.key) }
        poller.ring()
    }
}

/// A request on its way to be answered. Let go of when the answer is known: a
/// stream may last for days, and needs nothing of what asked for it.
///
/// Unchecked, because once made it is used by the answering task alone.
private final class Question: @unchecked Sendable {
    private var content: (Request, GatewayRequestContextSource)?

    init(request: Request, source: GatewayRequestContextSource) {
        content = (request, source)
    }

    /// Hands the request over, once.
    func take() -> (Request, GatewayRequestContextSource) {
        guard let taken = content else { preconditionFailure("a request is answered once") }
        content = nil
        return taken
    }
}

/// One request and its answer on a connection.
struct Exchange: Sendable {
    let connection: Connection
    let identifier: UInt16
    let keepsConnection: Bool

    /// The answer to variables that describe no request.
    var badRequest: ByteBuffer {
        let text = ByteBuffer(string: "Status: 400 Bad Request\r\nContent-Length: 0\r\n\r\n")
        var bytes = ByteBuffer()
        bytes.writeRecord(.standardOutput, identifier, contentLength: UInt16(text.readableBytes))
        bytes.writeImmutableBuffer(text)
        bytes.writeRecord(.endRequest, identifier, contentLength: 8)
        bytes.writeInteger(UInt64(0))
        return bytes
    }
}
