// Pages of compressed pieces must be, uncompressed, the pages without compression.

import CZlib
import Hummingbird
import HummingbirdTesting
import NIOCore
import Testing

@testable import Ledger
@testable import Site

struct NotGzip: Error {}

/// The text of a gzip file, which is also checked against the file's checksum.
func gunzip(_ parts: [ByteBuffer]) throws -> String {
    let input = Array(ByteBuffer(joining: parts).readableBytesView)
    var output = [UInt8](repeating: 0, count: 1 << 20)
    var stream = z_stream()
    // 16: a gzip file, and nothing else.
    guard inflateInit2_(&stream, 16 + 15, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK else {
        throw NotGzip()
    }
    defer { inflateEnd(&stream) }
    var bytes = input
    let result = bytes.withUnsafeMutableBufferPointer { input in
        output.withUnsafeMutableBufferPointer { output in
            stream.next_in = input.baseAddress
            stream.avail_in = UInt32(input.count)
            stream.next_out = output.baseAddress
            stream.avail_out = UInt32(output.count)
            return inflate(&stream, Z_FINISH)
        }
    }
    guard result == Z_STREAM_END, stream.avail_in == 0 else { throw NotGzip() }
    return String(decoding: output.prefix(Int(stream.total_out)), as: UTF8.self)
}

@Suite struct CompressionTests {
    private static let lengths = [0, 1, 63, 64, 1000, 8191, 8192, 8193, 40_000, 65_535, 65_536, 150_000]

    @Test(arguments: lengths)
    func `pieces of any length are a gzip file of their text`(length: Int) throws {
        var random = SystemRandomNumberGenerator()
        let repetitive = String(repeating: "<li class=\"card\">", count: length / 17 + 1).prefix(length)
        // ASCII at random can hardly be compressed.
        let random7 = String(
            decoding: (0..<length).map { _ in UInt8.random(in: 32..<127, using: &random) }, as: UTF8.self)
        for text in [String(repetitive), random7] {
            let piece = ByteBuffer(string: text), other = ByteBuffer(string: "between " + text.prefix(300))
            let blocks = [
                DeflateBlock(piece, after: nil), DeflateBlock(other, after: piece),
                DeflateBlock(piece, after: other), DeflateBlock(other, after: nil),
            ]
            let whole = [piece, other, piece, other].map { String(buffer: $0) }.joined()
            #expect(try gunzip(blocks.gzip) == whole)
            #expect(try gunzip([blocks[0], DeflateBlock(joining: blocks[1...3])].gzip) == whole)
        }
        #expect(try gunzip([DeflateBlock]().gzip) == "")
    }

    @Test func `a piece like the one before it takes few bytes`() {
        let card = (0..<40).map { "<p class=\"line-\($0)\">\($0 * 7919)</p>" }.joined()
        let next = ByteBuffer(string: card.replacing("7919", with: "1234"))
        let alone = DeflateBlock(next, after: nil).bytes.readableBytes
        #expect(DeflateBlock(next, after: ByteBuffer(string: card)).bytes.readableBytes * 4 < alone)
    }

    @Test(arguments: [
        ("gzip", true), ("gzip, deflate, br, zstd", true), ("br;q=1.0, gzip;q=0.8", true), ("GZIP", true),
        (" deflate , gzip ; q=0.5 ", true), ("gzip;q=0", false), ("gzip; q=0.000", false), ("br", false),
        ("x-gzipped", false), ("", false), ("gzip;q=", false), ("gzip;q=nan", false), ("*", false),
        (",,;", false),
    ])
    func `what a browser accepts`(field: String, isAccepted: Bool) throws {
        let head = HTTPRequest(
            method: .get, scheme: nil, authority: nil, path: "/", headerFields: [.acceptEncoding: field])
        #expect(Request(head: head, body: .init(buffer: ByteBuffer())).acceptsGzip == isAccepted)
    }

    private static let gzip: HTTPFields = [.acceptEncoding: "gzip, deflate, br"]

    @Test func `the compressed list is the plain list, whatever happened to it`() async throws {
        let place = try Place()
        try await place.visit { visitor in
            try await expectSame("/", visitor, isCompressed: true)
            var counters: [Int64] = []
            for number in 0..<20 { counters.append(try await visitor.creates("Counter \(number) é正")) }
            try await expectSame("/", visitor, isCompressed: true)
            for change in 0..<30 {
                // Near and far, and never the first.
                let counter = counters[1 + change * 7 % 19]
                switch change % 5 {
                case 0: _ = try await visitor.post("/counters/\(counter)/place", ["after": "\(counters[0])"])
                case 1: _ = try await visitor.post("/counters/\(counter)/title", ["title": "<b>🎈 \(change)"])
                case 2 where change < 10: _ = try await visitor.post("/counters/\(counter)/deletion")
                default: _ = try await visitor.post("/counters/\(counter)/marks")
                }
                try await expectSame("/", visitor, isCompressed: true)
            }
            // What is for a single view is left to the web server.
            try await expectSame("/?show=\(counters[0])", visitor, isCompressed: false)
        }
    }

    @Test func `a goal's page is compressed when it is requested again`() async throws {
        let place = try Place()
        try await place.visit { visitor in
            let goal = try await visitor.makesGoal("Read", ["length": "365"])
            for path in ["/goals", "/goals/\(goal)"] {
                #expect(try await visitor.get(path, Self.gzip).headers[.contentEncoding] == nil)
                try await expectSame(path, visitor, isCompressed: true)
                _ = try await visitor.post("/goals/\(goal)/2026-11-20/mark", ["done": "yes"])
                #expect(try await visitor.get(path, Self.gzip).headers[.contentEncoding] == nil)
                try await expectSame(path, visitor, isCompressed: true)
            }
        }
    }

    @Test func `a page that the browser has is not sent again, however it says so`() async throws {
        let place = try Place()
        try await place.visit { visitor in
            _ = try await visitor.creates()
            let tag = try #require(await visitor.get("/").headers[.eTag])
            let strong = String(tag.dropFirst("W/".count))
            for field in [
                tag, strong, tag.dropLast() + "-gzip\"", "\"other\", \(tag)", "\(tag),\"other\"", "*",
            ] {
                #expect(try await visitor.get("/", [.ifNoneMatch: field]).status == .notModified, "\(field)")
            }
            for field in ["\"other\"", "", "W/", "-gzip\"", String(tag.dropLast(3))] {
                #expect(try await visitor.get("/", [.ifNoneMatch: field]).status == .ok, "\(field)")
            }
        }
    }

    /// Requests the page compressed twice, because the second time is answered from the cache, and plain.
    private func expectSame(_ path: String, _ visitor: Visitor, isCompressed: Bool) async throws {
        for _ in 0..<2 {
            let page = try await visitor.get(path, Self.gzip), plain = try await visitor.get(path)
            #expect(page.headers[.contentEncoding] == (isCompressed ? "gzip" : nil))
            #expect(page.headers[.vary]?.contains("Accept-Encoding") == true)
            #expect(page.headers[.eTag] == plain.headers[.eTag])
            #expect(plain.headers[.contentEncoding] == nil)
            let text = isCompressed ? try gunzip([page.bytes]) : page.body
            #expect(text == plain.body)
        }
    }
}
