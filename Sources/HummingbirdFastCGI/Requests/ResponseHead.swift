// The head of a response in CGI format (RFC 3875 §6.3).

import HTTPTypes
import NIOCore

extension ByteBuffer {
    /// Writes `Status:` and the header fields, one per line, and the final empty
    /// line. Fields keep their order and may repeat.
    ///
    /// Control characters in values become spaces, to prevent header injection.
    mutating func writeGatewayHead(_ head: HTTPResponse) {
        writeString("Status: \(head.status.code) ")
        writeLine(head.status.reasonPhrase)
        let hasNoContent = head.status.code == 304 || head.status.code == 204
        for field in head.headerFields {
            // For a response that never has a body, "0" would be taken for the size of the page.
            if hasNoContent, field.name == .contentLength { continue }
            writeString(field.name.rawName)
            writeString(": ")
            writeLine(field.value)
        }
        writeString("\r\n")
    }

    private mutating func writeLine(_ text: String) {
        if text.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F }) {
            writeBytes(text.utf8.map { $0 < 0x20 || $0 == 0x7F ? 0x20 : $0 })
        } else {
            writeString(text)
        }
        writeString("\r\n")
    }
}

extension HTTPRequest.Method {
    /// Whether a response with `status` to this method has a body (RFC 9110 §6.4.1).
    func allowsBody(inAnswer status: HTTPResponse.Status) -> Bool {
        self != .head && status.code != 204 && status.code != 304
    }
}
