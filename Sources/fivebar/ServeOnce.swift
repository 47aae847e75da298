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
                await answer(try Site(configuration, ledger: ledger).responder(), logger)
            } catch let fault as StorageFault {
                logger.error("\(fault.advice(settings.database))")
                await answer(try Outage(configuration, fault: fault), logger)
            }
        } catch {
            FileHandle.standardError.write(Data("fivebar: \(error)\n".utf8))
            print(
                "Status: 500 Internal Server Error\r\nContent-Type: text/plain\r\n\r\nFivebar is not set up right; its log says why."
            )
        }
    }

    /// Answers and ends the process. Ended so, it does not close the database:
    /// the last to close it would copy all of the WAL back, at each request.
    private static func answer(_ responder: some HTTPResponder<SiteContext>, _ logger: Logger) async -> Never
    {
        let server = CGIServer(responder: responder, logger: logger) { SiteContext(source: $0.arrival) }
        await server.run()
        _exit(0)
    }
}
