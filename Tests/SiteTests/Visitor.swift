// Somebody who uses the site without a browser: keeps cookies, follows no redirects.

import Foundation
import HTTPTypes
import Hummingbird
import Logging
import Synchronization
import Testing

@testable import Ledger
@testable import Site

/// A site on a fresh ledger, with a clock that only moves when told to.
final class Place: Sendable {
    let site: Site
    let ledger: Ledger
    private let folder: String
    private let clock: Clock
    /// Whose ledger it is; it lives as long as this.
    private let original: Place?

    static let home = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().path

    /// - Parameter prepare: Puts a database of before at a path.
    init(
        base: String = "", accountsPerHour: Int? = nil, zone: String? = nil, uploadBytesPerDay: Int? = nil,
        address: SiteAddress? = nil, signsInByWebServer: Bool = false,
        preparing prepare: ((_ path: String) throws -> Void)? = nil
    ) throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "site-\(UUID().uuidString)").path
        if let prepare {
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            try prepare(folder + "/fivebar.sqlite")
        }
        ledger = try Ledger(path: folder + "/fivebar.sqlite")
        // Each book starts with different numbers, so that another account's
        // numbers never match one's own.
        try ledger.pool.writeWithoutTransaction {
            try $0.run(
                """
                CREATE TRIGGER numbersOfItsOwn AFTER INSERT ON book
                BEGIN UPDATE book SET lastCounter = 100 * id, lastGoal = 100 * id WHERE id = new.id; END
                """)
        }
        let clock = Clock()
        var configuration = SiteConfiguration(
            home: Self.home, basePath: base, now: { clock.now },
            randomBytes: { count in (0..<count).map { _ in UInt8.random(in: .min ... .max) } }
        )
        configuration.limits = Limits(accountsPerHour: accountsPerHour)
        configuration.signsInByWebServer = signsInByWebServer
        configuration.zone = zone
        configuration.address = address
        configuration.passphraseRounds = 16
        configuration.uploadBytesPerDay = uploadBytesPerDay
        site = try Site(configuration, ledger: ledger)
        self.clock = clock
        original = nil
    }

    deinit {
        guard original == nil else { return }
        try? FileManager.default.removeItem(atPath: folder)
    }

    var now: Moment { clock.now }

    /// The number that an SQL statement returns.
    func rows(_ sql: String) throws -> Int {
        try ledger.pool.writeWithoutTransaction { try $0.first(sql, []) { $0[0] } ?? 0 }
    }

    /// The same ledger, served at another path or address, or to others.
    func moved(
        to base: String = "", address: SiteAddress? = nil, signUp: SignUp = .open,
        signsInByWebServer: Bool = false, largestFile: Int? = nil
    ) throws -> Place {
        try Place(
            self, base: base, address: address, signUp: signUp, signsInByWebServer: signsInByWebServer,
            largestFile: largestFile)
    }

    private init(
        _ place: Place, base: String, address: SiteAddress?, signUp: SignUp, signsInByWebServer: Bool,
        largestFile: Int?
    ) throws {
        var configuration = place.site.configuration
        configuration.basePath = base
        configuration.address = address
        configuration.limits.signUp = signUp
        configuration.signsInByWebServer = signsInByWebServer
        if let largestFile { configuration.largestFile = largestFile }
        folder = place.folder
        ledger = place.ledger
        clock = place.clock
        original = place
        site = try Site(configuration, ledger: ledger)
    }

    func wait(days: Int64) { clock.advance(milliseconds: days * 86_400_000) }
    func wait(milliseconds: Int64) { clock.advance(milliseconds: milliseconds) }

    private final class Clock: Sendable {
        private let moment = Mutex(Moment(milliseconds: 1_795_248_000_000))
        var now: Moment { moment.withLock { $0 } }
        func advance(milliseconds: Int64) {
            moment.withLock { $0 = Moment(milliseconds: $0.milliseconds + milliseconds) }
        }
    }

    /// Creates a visitor, who has seen the tutorial unless they are a newcomer.
    ///
    /// - Parameter user: The name by which the web server has signed them in.
    func visit(
        isSecure: Bool = false, isNewcomer: Bool = false, address: String = "192.0.2.1", user: String? = nil,
        _ body: (Visitor) async throws -> Void
    ) async throws {
        let seen = SiteCookie.tutorial(base: site.links.base, isSecure: isSecure).name
        let visitor = Visitor(
            responder: site.responder(), isSecure: isSecure, address: address, user: user,
            cookies: isNewcomer ? [:] : [seen: "done"])
        try await body(visitor)
    }
}

/// A response.
struct Reply: Sendable {
    let status: HTTPResponse.Status
    let headers: HTTPFields
    let bytes: ByteBuffer

    var body: String { String(buffer: bytes) }
    /// Without what scripts draw from.
    var shown: String { body.replacing(/<template[\s\S]*?<\/template>/, with: "") }
    var location: String? { headers[.location] }
}

final class Visitor: Sendable {
    private let responder: any HTTPResponder<SiteContext>
    private let isSecure: Bool
    private let address: String
    private let user: String?
    private let cookies: Mutex<[String: String]>

    init(
        responder: any HTTPResponder<SiteContext>, isSecure: Bool, address: String, user: String? = nil,
        cookies: [String: String] = [:]
    ) {
        self.cookies = Mutex(cookies)
        self.responder = responder
        self.isSecure = isSecure
        self.address = address
        self.user = user
    }

    /// The visitor's cookies by name.
    var cookie: [String: String] { cookies.withLock { $0 } }

    /// Sets a cookie that no response has set.
    func keeps(_ name: String, _ value: String) { cookies.withLock { $0[name] = value } }

    func get(_ path: String, _ headers: HTTPFields = [:]) async throws -> Reply {
        try await send(.get, path, headers, nil)
    }

    /// Posts like a browser from a page of the site.
    func post(
        _ path: String, _ form: [String: String] = [:], _ headers: HTTPFields = [.fetchSite: "same-origin"]
    ) async throws -> Reply {
        let allowed = CharacterSet.alphanumerics
        let text = form.map { name, value in
            "\(name)=\(value.addingPercentEncoding(withAllowedCharacters: allowed) ?? "")"
        }.joined(separator: "&")
        return try await send(.post, path, headers, text)
    }

    func send(
        _ method: HTTPRequest.Method, _ path: String, _ headers: HTTPFields, _ body: String?,
        host: String = "count.example"
    ) async throws -> Reply {
        var headers = headers
        if let body { headers[.contentLength] = String(body.utf8.count) }
        return try await send(
            method, path, headers, RequestBody(buffer: ByteBuffer(string: body ?? "")), host: host)
    }

    /// Sends a body that may take its time.
    func send(
        _ method: HTTPRequest.Method, _ path: String, _ headers: HTTPFields, _ body: RequestBody,
        host: String = "count.example"
    ) async throws -> Reply {
        var headers = headers
        let jar = cookies.withLock { $0.map { "\($0)=\($1)" }.joined(separator: "; ") }
        if !jar.isEmpty { headers[.cookie] = jar }
        let request = Request(
            head: HTTPRequest(
                method: method, scheme: isSecure ? "https" : "http", authority: host, path: path,
                headerFields: headers),
            body: body
        )
        let source = SiteRequestSource(
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }, isSecure: isSecure,
            remoteAddress: address, remoteUser: user)
        let response = try await responder.respond(to: request, context: SiteContext(source: source))
        for cookie in response.headers[values: .setCookie] {
            let pair = cookie.prefix { $0 != ";" }.split(separator: "=", maxSplits: 1).map(String.init)
            cookies.withLock { $0[pair[0]] = pair.count > 1 ? pair[1] : "" }
        }
        let bytes = try await Self.bytes(of: response.body)
        return Reply(status: response.status, headers: response.headers, bytes: bytes)
    }

    private static func bytes(of body: ResponseBody) async throws -> ByteBuffer {
        let writer = Collector()
        try await body.write(writer)
        return writer.bytes.withLock { $0 }
    }

    private final class Collector: ResponseBodyWriter, Sendable {
        let bytes = Mutex(ByteBuffer())
        func write(_ buffer: ByteBuffer) async throws {
            bytes.withLock { _ = $0.writeImmutableBuffer(buffer) }
        }
        func finish(_ trailers: HTTPFields?) async throws {}
    }

    /// Creates a counter and returns its id.
    func creates(_ title: String = "Robins") async throws -> Int64 {
        let reply = try await post("/counters", ["title": title])
        let id = reply.location?.split(separator: "-").last.flatMap { Int64($0) }
        return try #require(id, "\(reply.status) \(reply.body)")
    }
}
