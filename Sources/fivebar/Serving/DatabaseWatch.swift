// Ends a server whose database was replaced under it: SQLite would go on with the file of before.

import Ledger
import Logging
import ServiceLifecycle

/// Waits until the database is another file than the one that is open.
struct DatabaseWatch: Service {
    let ledger: Ledger
    let logger: Logger

    /// - Throws: ``StorageFault/replaced``, once a file lies there that a new start can open.
    func run() async throws {
        guard await cancelWhenGracefulShutdown({ await isReplaced() }) else { return }
        throw StorageFault.replaced
    }

    /// Whether another file lies there now; false when the server ends for another reason.
    private func isReplaced() async -> Bool {
        var isTold = false
        for await fault in ledger.losses {
            if fault == .damaged {
                logger.error("\(fault.advice(ledger.path))")
                continue
            }
            if !isTold {
                // Before anybody opens the new file.
                ledger.abandon()
                logger.error("\(fault.advice(ledger.path))")
            }
            isTold = true
            if fault == .replaced { return true }
        }
        return false
    }
}
