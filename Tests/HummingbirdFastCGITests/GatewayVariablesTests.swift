// Converts a web server's variables to a request.

import HTTPTypes
import Testing

@testable import HummingbirdFastCGI

@Suite struct GatewayVariablesTests {
    /// A request as each web server describes it, as recorded from them.
    private func variables(_ more: [String: String]) -> GatewayVariables {
        GatewayVariables(environment: ["REQUEST_METHOD": "GET"].merging(more) { $1 })
    }

    @Test func `the address is the one the client sent`() throws {
        let head = try #require(variables(["REQUEST_URI": "/a%20b?x=%C3%A9"]).makeRequestHead())
        #expect(head.path == "/a%20b?x=%C3%A9")
    }

    @Test func `without REQUEST_URI the address is put together`() throws {
        let head = try #require(
            variables(["SCRIPT_NAME": "/cgi-bin/x", "PATH_INFO": "/a b/é", "QUERY_STRING": "q=1"])
                .makeRequestHead())
        #expect(head.path == "/cgi-bin/x/a%20b/%C3%A9?q=1")
    }

    @Test(arguments: [
        ("http://example.org/a?b", "/a?b"), ("https://example.org", "/"), ("a", "/a"), ("*", "/*"),
    ])
    func `other forms of an address become a path`(_ target: String, _ path: String) throws {
        #expect(try #require(variables(["REQUEST_URI": target]).makeRequestHead()).path == path)
    }

    @Test func `header fields come from their variables`() throws {
        let head = try #require(
            variables([
                "REQUEST_URI": "/", "HTTP_HOST": "example.org:8080", "HTTP_ACCEPT": "text/html",
                "HTTP_X_STRANGE_NAME": "1", "CONTENT_TYPE": "text/plain", "CONTENT_LENGTH": "5",
                "HTTP_CONTENT_LENGTH": "6", "HTTP_PROXY": "http://evil.example", "HTTPS": "on",
            ]).makeRequestHead())
        #expect(head.authority == "example.org:8080")
        #expect(head.scheme == "https")
        #expect(head.headerFields[.accept] == "text/html")
        #expect(head.headerFields[.init("x-strange-name")!] == "1")
        #expect(head.headerFields[.contentType] == "text/plain")
        #expect(head.headerFields[.contentLength] == "5")
        #expect(head.headerFields[.init("proxy")!] == nil)
    }

    @Test func `a field that is not ASCII is read letter by letter, and an address is percent-encoded`()
        throws
    {
        let head = try #require(
            variables(["REQUEST_URI": "/é\u{301}?q=1", "HTTP_USER_AGENT": "é\u{301}"]).makeRequestHead())
        #expect(head.path == "/%C3%A9%CC%81?q=1")
        #expect(
            head.headerFields[.userAgent].map { Array($0.unicodeScalars) } == [
                "\u{C3}", "\u{A9}", "\u{CC}", "\u{81}",
            ])
    }

    @Test func `the client's name comes from the web server, and from no header`() {
        #expect(variables(["REMOTE_USER": "ada"]).remoteUser == "ada")
        #expect(variables(["HTTP_REMOTE_USER": "ada", "HTTP_REMOTE-USER": "ada"]).remoteUser == nil)
    }

    @Test(arguments: [nil, "", "GE T", "G\r\nX"])
    func `without a method there is no request`(_ method: String?) {
        let variables = GatewayVariables(environment: method.map { ["REQUEST_METHOD": $0] } ?? [:])
        #expect(variables.makeRequestHead() == nil)
    }

    @Test(arguments: [
        (["HTTPS": "on"], true), (["HTTPS": "ON"], true), (["HTTPS": "1"], true), (["HTTPS": "off"], false),
        (["HTTPS": ""], false), (["REQUEST_SCHEME": "https"], true), (["REQUEST_SCHEME": "http"], false),
        ([:], false),
    ])
    func `HTTPS is what the web server says`(_ more: [String: String], _ isSecure: Bool) {
        #expect(variables(more).isSecure == isSecure)
    }

    @Test(arguments: [
        // Apache mod_cgid, straight and behind a rewritten address; a space in the path; no PATH_INFO.
        ("/cgi-bin/fivebar/counters/new?x", "/cgi-bin/fivebar", "/counters/new", "/cgi-bin/fivebar"),
        ("/count/settings", "/count/fivebar.cgi", "/settings", "/count"),
        ("/a%20b/x", "/a b", "/x", "/a b"),
        ("/cgi-bin/fivebar", "/cgi-bin/fivebar", nil, "/cgi-bin/fivebar"),
        ("/cgi-bin/fivebar/", "/cgi-bin/fivebar", "/", "/cgi-bin/fivebar"),
        ("/", "/", nil, ""),
        // Links that begin with two slashes would lead to a host of that name.
        ("//cgi-bin/fivebar/settings", "/cgi-bin/fivebar", "/settings", "/cgi-bin/fivebar"),
        ("//cgi-bin/fivebar//settings", "//cgi-bin/fivebar", "//settings", "/cgi-bin/fivebar"),
        ("//other.example//cgi-bin/fivebar/", "/cgi-bin/fivebar", "/", "/other.example/cgi-bin/fivebar"),
        ("//cgi-bin/fivebar", "//cgi-bin/fivebar", nil, "/cgi-bin/fivebar"),
    ])
    func `the mount path is what is left without PATH_INFO`(
        _ target: String, _ script: String, _ information: String?, _ mount: String
    ) {
        var more = ["REQUEST_URI": target, "SCRIPT_NAME": script]
        more["PATH_INFO"] = information
        #expect(variables(more).mountPath == mount)
    }

    @Test(arguments: [
        ("//cgi-bin///fivebar//settings?next=//a", "/cgi-bin/fivebar/settings?next=//a"),
        ("/search?q=//", "/search?q=//"), ("http://count.example//settings", "/settings"), ("//", "/"),
    ])
    func `several slashes in a row are one`(_ target: String, _ path: String) {
        #expect(variables(["REQUEST_URI": target]).makeRequestHead()?.path == path)
    }

    @Test func `they are one where the address is put together, too`() {
        let described = variables([
            "SCRIPT_NAME": "//cgi-bin//x", "PATH_INFO": "//other.example//a", "QUERY_STRING": "next=//b",
        ])
        #expect(described.makeRequestHead()?.path == "/cgi-bin/x/other.example/a?next=//b")
        #expect(described.mountPath == "/cgi-bin/x")
        #expect(variables(["SCRIPT_NAME": "/", "PATH_INFO": "/a"]).makeRequestHead()?.path == "/a")
    }

    @Test func `a value may hold an equals sign, and bytes that are no UTF-8 are read all the same`() throws {
        #expect(variables(["QUERY_STRING": "a=b=c"])["QUERY_STRING"] == "a=b=c")
        #expect(variables([:])["ABSENT"] == nil)
        let bytes = [1, 2] + Array("A".utf8) + [0xFF, 0x62]
        #expect(try GatewayVariables(pairs: bytes)["A"] == "\u{FFFD}b")
    }
}
