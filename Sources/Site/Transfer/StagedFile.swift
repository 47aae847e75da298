// A file on its way in, whatever it has.

import Ledger

/// A file of which all that is much is already written, where nobody sees it yet.
enum StagedFile {
    case counters(Archive, StagedImport)
    case goals(GoalsArchive, StagedGoals)

    init(
        _ file: ImportFile, of account: AccountID, in ledger: Ledger, now: Moment, _ limits: Limits
    ) async throws {
        switch file {
        case .counters(let archive):
            self = .counters(
                archive, try await ledger.stage(archive, of: account, now: now, limits: limits))
        case .goals(let archive):
            self = .goals(
                archive, try await ledger.stage(archive, of: account, now: now, limits: limits))
        }
    }

    /// The import, which shows it.
    var change: Change {
        switch self {
        case .counters(let archive, let staged): .importArchive(archive, staged: staged)
        case .goals(let archive, let staged): .importGoals(archive, staged: staged)
        }
    }

    func discard(in ledger: Ledger, now: Moment) async throws {
        switch self {
        case .counters(_, let staged): try await ledger.discard(staged, now: now)
        case .goals(_, let staged): try await ledger.discard(staged, now: now)
        }
    }
}
