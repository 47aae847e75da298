// Converts a response head to the lines a web server reads (RFC 3875 §6.3).

import HTTPTypes
import NIOCore
import Testing

@testable import HummingbirdFastCGI

@Suite struct ResponseHeadTests {
    private func text(_ head: HTTPResponse) -> String {
        var buffer = ByteBuffer()
        buffer.writeGatewayHead(head)
        return String(buffer: buffer)
    }

    @Test func `repeated fields stay repeated`() {
        var head = HTTPResponse(status: .seeOther)
        head.headerFields.append(HTTPField(name: .setCookie, value: "a=1"))
        head.headerFields.append(HTTPField(name: .setCookie, value: "b=2"))
        #expect(text(head) == "Status: 303 See Other\r\nSet-Cookie: a=1\r\nSet-Cookie: b=2\r\n\r\n")
    }

    @Test func `no value begins a line of its own`() {
        var head = HTTPResponse(status: .init(code: 200, reasonPhrase: "OK\r\nX-Evil: 1"))
        head.headerFields[.location] = "/a\r\nSet-Cookie: evil=1\0"
        let lines = text(head).split(separator: "\r\n")
        #expect(lines.count == 2)
        #expect(!lines.contains { $0.hasPrefix("Set-Cookie") || $0.hasPrefix("X-Evil") })
    }

    @Test func `an answer without a body has no length`() {
        var head = HTTPResponse(status: .notModified)
        head.headerFields[.contentLength] = "0"
        #expect(text(head) == "Status: 304 Not Modified\r\n\r\n")
    }
}
