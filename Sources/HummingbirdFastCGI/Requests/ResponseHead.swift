// The head of an answer in the form CGI gives it (RFC 3875 §6.3).

import HTTPTypes
import NIOCore

extension ByteBuffer {
    /// Writes `Status:` and the fields, each on a line of its own, and the
    /// empty line that ends them. Fields keep their order and may repeat.
    ///
    /// No value can end its line: control characters become spaces, since a
    /// line of an attacker's own would be a header of his own.
    mutating func writeGatewayHead(_ head: HTTPResponse) {
        writeString("Status: \(head.status.code) ")
        writeLine(head.status.reasonPhrase)
        let hasNoContent = head.status.code == 304 || head.status.code == 204
        for field in head.headerFields {
            // Of an answer that never has a body, "0" would be read as the size of the page it stands for.
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
    /// Whether an answer with `status` to this method carries a body (RFC 9110 §6.4.1).
    func allowsBody(inAnswer status: HTTPResponse.Status) -> Bool {
        self != .head && status.code != 204 && status.code != 304
    }
}
