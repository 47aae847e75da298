// Reads requests from the bytes of a connection (FastCGI 1.0 §5), record by record, each of them once. Does no I/O.
//
// libfcgi would block, reads beyond the end of a request, and trusts the lengths it is given (CVE-2025-23016).

import NIOCore

/// A request as far as it has arrived.
struct ArrivedRequest: Sendable {
    let identifier: UInt16
    /// Whether the web server wants to reuse the connection (FCGI_KEEP_CONN).
    let keepsConnection: Bool
    /// Whether the request's role is responder, and not authorizer or filter.
    let isForResponder: Bool
    let variables: GatewayVariables
    /// What has arrived of the body.
    let body: ByteBuffer
    /// Whether that is all of it.
    let isWhole: Bool
}

/// Reads a connection's requests. It carries one at a time.
struct RequestReader {
    /// What has to be done about what was read.
    enum Event: Sendable {
        /// A request has arrived, or its head, and the body is too long to wait for.
        case request(ArrivedRequest)
        /// The web server has aborted the request (FCGI_ABORT_REQUEST).
        case aborted(identifier: UInt16, keepsConnection: Bool)
        /// A record that belongs to no request.
        case connection(ConnectionRecord)
        /// Another request begins before this one has arrived.
        case secondRequest(identifier: UInt16)
        /// The request's head is longer than ``RequestReader/longestHead``. Nothing more can be read.
        case headTooLong(identifier: UInt16)
    }

    /// A request whose end has not arrived.
    fileprivate struct Begun {
        let identifier: UInt16
        let role: UInt16
        let keepsConnection: Bool
        var parameters: [UInt8] = []
        var variables: GatewayVariables?
        var body = ByteBuffer()
    }

    private var begun: Begun?

    /// The role of a responder (FCGI_RESPONDER).
    private static let responder: UInt16 = 1

    /// The longest body to wait for, in bytes; a longer one is read while the request is handled.
    static let shortBody = 16 * 1024
    /// The longest head, in bytes: four times what nginx allows, a sixth of what Apache does.
    static let longestHead = 128 * 1024

    /// Whether part of a request has been read.
    var isInRequest: Bool { begun != nil }

    /// Reads records until something has to be done.
    ///
    /// - Parameter bytes: What has arrived; what is read is removed from its front.
    /// - Returns: nil once nothing is left but the beginning of a record.
    /// - Throws: ``MalformedRecords``.
    mutating func next(_ bytes: inout Slice<UnsafeRawBufferPointer>) throws(MalformedRecords) -> Event? {
        while let header = try RecordHeader(bytes), header.recordLength <= bytes.count {
            let content = bytes.dropFirst(RecordHeader.size).prefix(header.contentLength)
            bytes = bytes.dropFirst(header.recordLength)
            if let event = try take(header, content) { return event }
        }
        guard let request = begun, request.variables != nil,
            request.body.readableBytes + arrivedInput(bytes, of: request) > Self.shortBody
        else { return nil }
        return takeRequest(isWhole: false)
    }

    private mutating func takeRequest(isWhole: Bool) -> Event? {
        guard let request = begun, let variables = request.variables else { return nil }
        begun = nil
        return .request(
            ArrivedRequest(
                identifier: request.identifier, keepsConnection: request.keepsConnection,
                isForResponder: request.role == Self.responder, variables: variables, body: request.body,
                isWhole: isWhole))
    }

    private mutating func take(
        _ header: RecordHeader, _ content: Slice<UnsafeRawBufferPointer>
    ) throws(MalformedRecords) -> Event? {
        guard let identifier = begun?.identifier else {
            guard header.isOf(.beginRequest), header.request != 0 else {
                return .connection(ConnectionRecord(header, content))
            }
            begun = try Begun(header, content)
            return nil
        }
        guard header.request == identifier else {
            if header.request == 0 { return .connection(ConnectionRecord(header, content)) }
            // The rest of one that was refused, like this, or answered before.
            return header.isOf(.beginRequest) ? .secondRequest(identifier: header.request) : nil
        }
        switch RecordKind(rawValue: header.kind) {
        case .beginRequest: throw MalformedRecords()
        case .abortRequest:
            defer { begun = nil }
            return .aborted(identifier: identifier, keepsConnection: begun?.keepsConnection ?? false)
        case .parameters where begun?.variables == nil:
            begun?.parameters.append(contentsOf: UnsafeRawBufferPointer(rebasing: content))
            if begun?.parameters.count ?? 0 > Self.longestHead { return .headTooLong(identifier: identifier) }
            if content.isEmpty { try begun?.endParameters() }
            return nil
        case .standardInput where begun?.variables != nil:
            guard content.isEmpty else {
                begun?.body.writeBytes(UnsafeRawBufferPointer(rebasing: content))
                return nil
            }
            return takeRequest(isWhole: true)
        default: return nil
        }
    }

    /// How much of the request's body lies in the record that has not arrived whole.
    private func arrivedInput(_ bytes: Slice<UnsafeRawBufferPointer>, of request: Begun) -> Int {
        guard let header = try? RecordHeader(bytes), header.isOf(.standardInput),
            header.request == request.identifier
        else { return 0 }
        return min(header.contentLength, bytes.count - RecordHeader.size)
    }

    /// The id of the request that the bytes begin; nil if they begin with something else.
    static func identifier(_ bytes: UnsafeRawBufferPointer) -> UInt16? {
        guard let header = try? RecordHeader(bytes), header.isOf(.beginRequest) else { return nil }
        return header.request
    }
}

extension RequestReader.Begun {
    /// The flag that keeps the connection open (FCGI_KEEP_CONN).
    private static let keepFlag: UInt8 = 1

    fileprivate init(
        _ header: RecordHeader, _ content: Slice<UnsafeRawBufferPointer>
    ) throws(MalformedRecords) {
        let body = UnsafeRawBufferPointer(rebasing: content)
        guard body.count >= 3 else { throw MalformedRecords() }
        self.init(
            identifier: header.request, role: UInt16(body[0]) << 8 | UInt16(body[1]),
            keepsConnection: body[2] & Self.keepFlag != 0)
    }

    fileprivate mutating func endParameters() throws(MalformedRecords) {
        variables = try GatewayVariables(pairs: parameters)
        parameters = []
    }
}
