// CGI: one process per request.

import Foundation
import Hummingbird
import HummingbirdFastCGI
import Ledger
import Logging
import NIOCore
import Site

enum ServeOnce {
    /// The variables of the request among others. Foundation makes them anew each time they are asked for.
    private static let environment = ProcessInfo.processInfo.environment

    static func run() async -> Never {
        do {
            let settings = try Settings(environment: environment)
            let variables = GatewayVariables(environment: environment)
            let configuration = settings.site(mountPath: variables.mountPath, isOneRequest: true)
            let largestBody = configuration.largestImport
            let logger = settings.makeLogger()
            do {
                if let reason = settings.reasonNotToBeginAnew {
                    logger.error("\(reason)")
                    await answer(
                        try UnavailableSite(configuration, fault: .missing), upTo: largestBody, logger)
                }
                let isNew = !settings.hasDatabase
                let ledger = try Ledger(path: settings.database)
                if isNew { logger.notice("Fivebar makes a new database, \(settings.database).") }
                var served = configuration
                // Only beside a database that is Fivebar's own.
                served.assetHashFile = settings.database + "-assets"
                let site = try Site(served, ledger: ledger)
                await answer(site.responderToOneRequest(), upTo: largestBody, logger) {
                    site.keepTotalsWithoutWaiting()
                    ledger.shortenWAL()
                }
            } catch let fault as StorageFault {
                let advice =
                    fault == .older ? settings.adviceWhereOlderIsOpen : fault.advice(settings.database)
                logger.error("\(advice)")
                await answer(try UnavailableSite(configuration, fault: fault), upTo: largestBody, logger)
            }
        } catch {
            let says = (error as? SiteFault)?.advice().description ?? "\(error)"
            FileHandle.standardError.write(Data("fivebar: \(says)\n".utf8))
            let apology = CallbackResponder { (_: Request, _: SiteContext) in
                Response(
                    status: .internalServerError, headers: [.contentType: "text/plain"],
                    body: ResponseBody(
                        byteBuffer: ByteBuffer(string: "Fivebar is not set up right; its log says why.\n")))
            }
            await answer(apology, upTo: 0, Logger(label: "fivebar"))
        }
    }

    /// Responds, does the remaining work and exits without closing the database:
    /// the last connection to close it would checkpoint the whole WAL, on each request.
    private static func answer(
        _ responder: some HTTPResponder<SiteContext>, upTo largestBody: Int, _ logger: Logger,
        afterwards: () -> Void = {}
    ) async -> Never {
        let server = CGIServer(
            responder: responder, maximumBodySize: largestBody, logger: logger
        ) { SiteContext(source: $0.requestSource) }
        await server.run(environment: environment)
        closeResponse()
        afterwards()
        _exit(0)
    }

    /// Closes the pipes to the web server, which completes the response. Apache
    /// then kills the process, so it ignores SIGTERM for the little work that is left.
    private static func closeResponse() {
        signal(SIGTERM, SIG_IGN)
        let nowhere = open("/dev/null", O_RDWR)
        guard nowhere >= 0 else { return }
        // Replaces them, so that no database file gets their descriptors.
        dup2(nowhere, STDOUT_FILENO)
        dup2(nowhere, STDERR_FILENO)
    }
}
