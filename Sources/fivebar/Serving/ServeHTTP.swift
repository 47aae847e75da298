// `fivebar http`: Hummingbird's own server, for trying Fivebar without a web server.

import ArgumentParser
import Foundation
import Hummingbird
import HummingbirdFastCGI
import Logging
import NIOCore
import Site

struct ServeHTTP: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "http",
        abstract: "Serve HTTP directly, for a quick try.",
        discussion: """
            For anything more, put nginx or Apache in front of `fivebar serve`. Where Fivebar is installed, this is the \
            installed one, with its database and its settings; --database names one to play with.
            """
    )

    @OptionGroup var installation: Installation

    @Option(help: "The address to listen on.")
    var host = "127.0.0.1"

    @Option(help: "The port to listen on.")
    var port = 8080

    func validate() throws {
        guard (1...65_535).contains(port) else {
            throw ValidationError("The port is a number from 1 to 65535, not “\(port)”.")
        }
        guard !address.isEmpty else {
            throw ValidationError("The host is a name or an address of this machine.")
        }
    }

    /// Without the brackets that an address with colons may be written in.
    private var address: String {
        host.hasPrefix("[") && host.hasSuffix("]") ? String(host.dropFirst().dropLast()) : host
    }

    private var url: String { "http://\(address.contains(":") ? "[\(address)]" : address):\(port)" }

    func run() async throws {
        do {
            try await serve()
        } catch let error as IOError {
            let reason = String(cString: strerror(error.errnoCode))
            throw StartFault.told(elsewhere("Cannot listen on \(url): \(reason)."), isInherited: false)
        } catch let error as ListeningError {
            throw StartFault.told(elsewhere("\(error)"), isInherited: false)
        } catch {
            throw StartFault.told(error, isInherited: false)
        }
    }

    private func elsewhere(_ fault: String) -> CommandFailure {
        CommandFailure("\(fault) --port and --host name another place.")
    }

    private func serve() async throws {
        let settings = try installation.settings()
        guard !settings.signsInByWebServer else {
            throw CommandFailure(
                """
                FIVEBAR_REMOTE_USER=yes has a web server sign people in, and `fivebar http` has none before it. \
                Put nginx or Apache before `fivebar serve`, or leave the setting out.
                """)
        }
        // Before a database is made, that nobody would come to.
        try FastCGIAddress.tcp(host: address, port: port).check()
        _ = OpenFiles.raiseLimit()
        let logger = settings.makeLogger()
        for problem in settings.misspelt { logger.warning("\(problem)") }
        let isNew = !settings.hasDatabase
        let ledger = try settings.openLedgerToServe()
        let site = try Site(settings.site(), ledger: ledger)
        try site.prepare()
        let application = Application(
            responder: ApplicationResponder(site.responder()),
            configuration: .init(address: .hostname(address, port: port), serverName: nil),
            services: [
                Upkeep(site: site, ledger: ledger, now: settings.site().now, logger: logger),
                DatabaseWatch(ledger: ledger, logger: logger),
            ],
            logger: logger
        )
        logger.notice("\(settings.startLine(url, isNew: isNew))")
        try await application.runService()
        // Includes the totals of the last requests.
        try? await site.keepTotals()
        // The database's file alone is then whole, should somebody copy it.
        try? ledger.close()
        logger.notice("Fivebar \(SiteConfiguration.version) has ended.")
    }
}
