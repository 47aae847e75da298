// `fivebar http`: Hummingbird's own server, for trying Fivebar without a web server.

import ArgumentParser
import Hummingbird
import HummingbirdFastCGI
import Logging
import Site

struct ServeHTTP: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "http",
        abstract: "Serve HTTP directly, for a quick try.",
        discussion: "For anything more, put nginx or Apache in front of `fivebar serve`."
    )

    @Option(help: "The address to listen on.")
    var host = "127.0.0.1"

    @Option(help: "The port to listen on.")
    var port = 8080

    func run() async throws {
        let settings = try Settings()
        _ = OpenFiles.raiseLimit()
        let logger = settings.makeLogger()
        let ledger = try settings.openLedger(migrating: true)
        let site = try Site(settings.site(), ledger: ledger)
        try site.prepare()
        let application = Application(
            responder: ApplicationResponder(site.responder()),
            configuration: .init(address: .hostname(host, port: port), serverName: nil),
            services: [Upkeep(site: site, ledger: ledger, now: settings.site().now, logger: logger)],
            logger: logger
        )
        try await application.runService()
        // Includes the totals of the last requests.
        try? await site.keepTotals()
        // The database's file alone is then whole, should somebody copy it.
        try? ledger.close()
    }
}
