// `fivebar serve`: a FastCGI server.

import ArgumentParser
import Glibc
import Hummingbird
import HummingbirdFastCGI
import Ledger
import Logging
import ServiceLifecycle
import Site

struct Serve: AsyncParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Serve FastCGI to a web server.")

    @Option(help: "unix:PATH, tcp:HOST:PORT, or inherited (a listening socket on file descriptor 0).")
    var listen = "unix:fivebar.sock"

    @Option(help: "Permission bits of the Unix socket, octal.")
    var mode = "660"

    @Option(help: "Group of the Unix socket: the web server's.")
    var group: String?

    func run() async throws {
        do {
            try await serve()
        } catch {
            throw StartFault.told(error, isInherited: listen == "inherited")
        }
    }

    private func serve() async throws {
        let settings = try Settings()
        let address = try address()
        if settings.signsInByWebServer { try Self.requirePrivate(address) }
        // Before a database is made, that nobody would come to.
        try address.check()
        let logger = settings.makeLogger()
        for problem in settings.misspelt { logger.warning("\(problem)") }
        let isNew = !settings.hasDatabase
        let ledger = try settings.openLedgerToServe()
        for finding in ledger.fileSystem() { logger.warning("\(finding)") }
        var siteConfiguration = settings.site()
        siteConfiguration.eventStreams = eventStreams(settings, logger)
        if let limit = MemoryLimit() {
            logger.warning("\(limit.advice)")
            siteConfiguration.largestFile = limit.largestFile
        }
        let site = try Site(siteConfiguration, ledger: ledger)
        try site.prepare()

        var configuration = FastCGIConfiguration(address: address)
        configuration.maximumConcurrentRequests = settings.concurrentRequests
        configuration.maximumConnections = Self.connectionsForRequests + siteConfiguration.eventStreams
        // What is larger than this site takes is told so by the site.
        configuration.maximumBodySize = settings.site().largestImport
        let server = FastCGIServer(
            responder: site.responder(), configuration: configuration, logger: logger,
            makeContext: { SiteContext(source: $0.requestSource) }
        )
        let place = listen == "inherited" ? "the socket it was given" : listen
        logger.notice("\(settings.startLine(place, isNew: isNew))")
        try await ServiceGroup(
            configuration: .init(
                // They end in the opposite order: the server first, which waits for nothing that tidies or keeps totals.
                services: [
                    .init(
                        service: Upkeep(
                            site: site, ledger: ledger, now: settings.site().now, logger: logger)),
                    // What is under way is answered first.
                    .init(
                        service: DatabaseWatch(ledger: ledger, logger: logger),
                        failureTerminationBehavior: .gracefullyShutdownGroup),
                    .init(service: server),
                ],
                gracefulShutdownSignals: [.sigterm, .sigint],
                logger: logger
            )
        ).run()
        // Includes the totals of the last requests.
        try? await site.keepTotals()
        // The database's file alone is then whole, should somebody copy it.
        try? ledger.close()
        logger.notice("Fivebar \(SiteConfiguration.version) has ended.")
    }

    /// Connections reserved for requests other than event streams.
    private static let connectionsForRequests = 2096

    /// The configured number of event streams, or fewer if the limit of open
    /// files has no room for them.
    private func eventStreams(_ settings: Settings, _ logger: Logger) -> Int {
        let room = OpenFiles.raiseLimit()
        let most = room - min(Self.connectionsForRequests, room / 2)
        guard most < settings.eventStreams else { return settings.eventStreams }
        // An eighth is for other files.
        let needed = (Self.connectionsForRequests + settings.eventStreams) * 8 / 7 + 1
        logger.warning(
            """
            fewer event streams than FIVEBAR_EVENT_STREAMS: the limit of open files is too low for them. For a service: \
            systemctl edit \(Instance.current.service), and there, below [Service], LimitNOFILE=\(needed); otherwise \
            ulimit -n \(needed) before the start.
            """,
            metadata: ["streams": "\(most)"])
        return most
    }

    private func address() throws -> FastCGIAddress {
        if listen == "inherited" { return .inherited }
        if listen.hasPrefix("unix:") {
            guard let mode = UInt32(mode, radix: 8), mode <= 0o777 else {
                throw ValidationError("The mode is octal, from 000 to 777, not “\(mode)”.")
            }
            return .unixSocket(path: String(listen.dropFirst(5)), mode: mode, group: group)
        }
        guard listen.hasPrefix("tcp:"), let address = Self.tcpAddress(listen.dropFirst(4)) else {
            throw ValidationError("Listen on unix:PATH, tcp:HOST:PORT or inherited, not “\(listen)”.")
        }
        return address
    }

    /// HOST:PORT, or [HOST]:PORT as addresses with colons are written.
    private static func tcpAddress(_ text: Substring) -> FastCGIAddress? {
        guard let colon = text.lastIndex(of: ":"), let port = UInt16(text[text.index(after: colon)...]) else {
            return nil
        }
        var host = text[..<colon]
        if host.hasPrefix("["), host.hasSuffix("]") { host = host.dropFirst().dropLast() }
        return host.isEmpty ? nil : .tcp(host: String(host), port: Int(port))
    }
}

extension Serve {
    /// Whoever can connect says who somebody is.
    ///
    /// - Throws: For an address that other machines reach.
    private static func requirePrivate(_ address: FastCGIAddress) throws {
        let place: String
        switch address {
        case .unixSocket: return
        case .tcp(let host, _):
            guard !["127.0.0.1", "::1", "localhost"].contains(host) else { return }
            place = host
        case .inherited:
            guard isReachedFromOutside(STDIN_FILENO) else { return }
            place = "the socket it was given"
        }
        throw CommandFailure(
            """
            FIVEBAR_REMOTE_USER=yes believes the name that whoever connects hands on, and other machines may reach \
            \(place). Listen on unix:PATH, or on 127.0.0.1.
            """)
    }

    /// Whether a socket is bound to an address that other machines may reach; false for what is no socket.
    private static func isReachedFromOutside(_ socket: CInt) -> Bool {
        var address = sockaddr_in6()
        var size = socklen_t(MemoryLayout<sockaddr_in6>.size)
        let family = withUnsafeMutableBytes(of: &address) { bytes -> CInt? in
            guard let place = bytes.baseAddress?.assumingMemoryBound(to: sockaddr.self),
                getsockname(socket, place, &size) == 0
            else { return nil }
            return CInt(place.pointee.sa_family)
        }
        switch family {
        case nil, AF_UNIX: return false
        case AF_INET:
            return withUnsafeBytes(of: &address) {
                $0.load(as: sockaddr_in.self).sin_addr.s_addr.bigEndian >> 24 != 127
            }
        case AF_INET6:
            var loopback = in6addr_loopback
            return memcmp(&address.sin6_addr, &loopback, MemoryLayout<in6_addr>.size) != 0
        default: return true
        }
    }
}

extension GatewayRequestContextSource {
    /// How the request arrived, in the site's terms.
    var requestSource: SiteRequestSource {
        SiteRequestSource(
            logger: logger, isSecure: variables.isSecure, remoteAddress: variables.remoteAddress ?? "",
            remoteUser: variables.remoteUser)
    }
}
