// What `fivebar serve` does besides answering.

import Ledger
import Logging
import ServiceLifecycle
import Site

/// Background work: watching for other processes' writes, telling `fivebar top` what
/// happens, saving totals once a minute, and tidying once a day.
struct Upkeep: Service {
    let site: Site
    let ledger: Ledger
    let now: @Sendable () -> Moment
    let logger: Logger

    func run() async throws {
        await withTaskGroup { group in
            group.addTask { await cancelWhenGracefulShutdown { await site.watchOtherProcesses() } }
            let telling = ActivityTelling(site: site, database: ledger.path)
            group.addTask { await cancelWhenGracefulShutdown { await telling.run() } }
            group.addTask {
                await cancelWhenGracefulShutdown {
                    while !Task.isCancelled {
                        try? await Task.sleep(for: .seconds(60))
                        // On shutdown the server stops listening first, because a
                        // write may take long.
                        if !Task.isCancelled { await keepTotals() }
                    }
                }
            }
            group.addTask {
                await cancelWhenGracefulShutdown {
                    while !Task.isCancelled {
                        await tidy()
                        try? await Task.sleep(for: .seconds(86_400))
                    }
                }
            }
        }
    }

    private func keepTotals() async {
        do {
            try await site.keepTotals()
        } catch {
            logger.info("could not keep a minute's totals", metadata: ["error": "\(error)"])
        }
    }

    private func tidy() async {
        do {
            let report = try await ledger.tidy(now: now())
            logger.info(
                "tidied", metadata: ["counters": "\(report.counters)", "accounts": "\(report.accounts)"])
        } catch is CancellationError {
            // The next start goes on.
        } catch let doubt as ClockDoubt {
            logger.warning("\(doubt). \(doubt.advice)")
        } catch {
            logger.warning(
                "could not tidy, and tries again tomorrow",
                metadata: [
                    "error": "\((error as? StorageFault)?.advice(ledger.path).description ?? "\(error)")"
                ])
        }
    }
}
