// Brings the database up to date: `fivebar migrate`.

import ArgumentParser
import Foundation
import Ledger

struct Migrate: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Bring the database up to date, or make it.",
        discussion: """
            Serving does so by itself. Run it before that, with Fivebar stopped, where a start must be quick.
            """
    )

    @OptionGroup var installation: Installation

    @Flag(help: "Make the database, if there is none yet.")
    var new = false

    func run() async throws {
        let settings = try installation.settings()
        guard new || settings.hasDatabase else {
            throw CommandFailure(StorageFault.missing.advice(settings).description)
        }
        // Unlike what is printed, it is not held back where it goes to a file or to another program.
        let ledger = try settings.openLedger(migrating: true) { progress in
            FileHandle.standardError.write(Data("\(progress.line)\n".utf8))
        }
        try? ledger.close()
        print("\(settings.database) is ready.")
    }
}

extension MigrationProgress {
    fileprivate var line: String {
        switch self {
        case .began(let step): "Migration \(step) …"
        case .rewrote(let done, let total): "Rewriting operations: \(done) of \(total)"
        }
    }
}
