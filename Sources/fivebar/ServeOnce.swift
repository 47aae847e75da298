// As a CGI program: one request, one process.

import Foundation
import Hummingbird
import HummingbirdFastCGI
import Ledger
import Logging
import Site

enum ServeOnce {
    static func run() async {
        do {
            let settings = try Settings()
            let variables = GatewayVariables(environment: ProcessInfo.processInfo.environment)
            let configuration = settings.site(mountPath: variables.mountPath, isOneRequest: true)
            let logger = settings.makeLogger()
            do {
                let ledger = try Ledger(path: settings.database)
                let site = try Site(configuration, ledger: ledger)
                await answer(site.responder(), logger) { site.keepTotalsWithoutWaiting() }
            } catch let fault as StorageFault {
                logger.error("\(fault.advice(settings.database))")
                await answer(try UnavailableSite(configuration, fault: fault), logger)
            }
        } catch {
            FileHandle.standardError.write(Data("fivebar: \(error)\n".utf8))
            print(
                "Status: 500 Internal Server Error\r\nContent-Type: text/plain\r\n\r\nFivebar is not set up right; its log says why."
            )
        }
    }

    /// Answers, does what is left and ends the process. Ended so, it does not
    /// close the database: the last to close it would copy all of the WAL back,
    /// at each request.
    private static func answer(
        _ responder: some HTTPResponder<SiteContext>, _ logger: Logger, afterwards: () -> Void = {}
    ) async -> Never {
        let server = CGIServer(responder: responder, logger: logger) { SiteContext(source: $0.requestSource) }
        await server.run()
        letAnswerGo()
        afterwards()
        _exit(0)
    }

    /// Lets go of the pipes to the web server, to which the answer is whole only then. Apache
    /// ends whoever has done so, and so it must wait for the little that is left.
    private static func letAnswerGo() {
        signal(SIGTERM, SIG_IGN)
        let nowhere = open("/dev/null", O_RDWR)
        guard nowhere >= 0 else { return }
        // In their place, so that no file of the database gets their numbers.
        dup2(nowhere, STDOUT_FILENO)
        dup2(nowhere, STDERR_FILENO)
    }
}
