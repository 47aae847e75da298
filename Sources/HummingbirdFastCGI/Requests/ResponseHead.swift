// The head of a response in CGI format (RFC 3875 §6.3).

import HTTPTypes
import NIOCore

extension ByteBuffer {
    /// Writes `Status:` and the header fields, one per line, and the final empty
    /// line. Fields keep their order and may repeat.
    ///
    /// No value begins a line of its own: an `HTTPField` and a `Status` have spaces for line breaks.
    mutating func writeGatewayHead(_ head: HTTPResponse) {
        var lines = "Status: \(head.status.code) \(head.status.reasonPhrase)\r\n"
        lines.reserveCapacity(1 << 10)
        let hasNoContent = head.status.code == 304 || head.status.code == 204
        for field in head.headerFields {
            // For a response that never has a body, "0" would be taken for the size of the page.
            if hasNoContent, field.name == .contentLength { continue }
            lines += field.name.rawName
            lines += ": "
            lines += field.value
            lines += "\r\n"
        }
        lines += "\r\n"
        writeString(lines)
    }
}

extension HTTPRequest.Method {
    /// Whether a response with `status` to this method has a body (RFC 9110 §6.4.1).
    func allowsBody(inAnswer status: HTTPResponse.Status) -> Bool {
        self != .head && status.code != 204 && status.code != 304
    }
}
