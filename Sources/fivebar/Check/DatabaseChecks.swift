// Whether the database is the right one, sound, and of this version.

import Foundation
import Ledger

struct DatabaseChecks {
    let settings: Settings
    let now: Moment

    private static let goBack = "Go back to a backup: \(Instance.current.command) restore FILE"

    /// The first result names the database.
    func results() -> [CheckResult] {
        let place = CheckResult.ok("database", "\(settings.database), \(settings.databaseSource).")
        do {
            let ledger = try Ledger(path: settings.database, migrating: false)
            defer { try? ledger.close(waitsForOthers: false) }
            return try [place, .ok("migrations", "The database is of this version of Fivebar.")]
                + findings(ledger.check()) + [clock(newest: ledger.newestOperation())]
        } catch let fault as StorageFault {
            let advice = fault.advice(settings)
            switch fault {
            case .older, .newer: return [place, .fault("migrations", advice.says, mend: advice.mend)]
            default: return [.fault("database", advice.says, mend: advice.mend)]
            }
        } catch {
            return [
                .fault(
                    "database", "\(settings.database): \(error)",
                    mend: Self.goBack)
            ]
        }
    }

    /// Whether what is named is no file, no database, or another program's. A damaged one that has left copies is Fivebar's.
    var isSomethingElse: Bool {
        do {
            try Ledger(path: settings.database, migrating: false).close(waitsForOthers: false)
            return false
        } catch StorageFault.foreign {
            return true
        } catch StorageFault.damaged {
            let head = FileHandle(forReadingAtPath: settings.database)
                .flatMap { try? $0.read(upToCount: 16) }
            return head != Data("SQLite format 3\0".utf8)
                && BackupFiles(of: settings.database, also: settings.backupFolder).newestNightly == nil
        } catch {
            var isFolder: ObjCBool = false
            return FileManager.default.fileExists(atPath: settings.database, isDirectory: &isFolder)
                && isFolder.boolValue
        }
    }

    private func findings(_ findings: [Finding]) -> [CheckResult] {
        let errors = findings.filter { $0.severity == .error }
        let damages = errors.filter { !$0.isMendable }.map {
            CheckResult.fault(
                "integrity", $0.description,
                mend: Self.goBack)
        }
        let sums = errors.filter(\.isMendable).map {
            CheckResult.fault(
                "sums", $0.description, mend: "`\(Instance.current.command) repair` mends sums, after a copy."
            )
        }
        // In a damaged file sums are not looked at.
        guard damages.isEmpty else { return damages + sums }
        return [.ok("integrity", "SQLite finds the file sound.")]
            + (sums.isEmpty ? [.ok("sums", "Every count is the sum of its entries.")] : sums)
    }

    /// - Parameter newest: When the newest operation came.
    func clock(newest: Moment?) -> CheckResult {
        let time = Self.text(now)
        guard now >= .firstUse else {
            return .fault(
                "clock", "The clock says \(time), which is before there was a Fivebar.", mend: Self.setClock)
        }
        guard let newest, now.advanced(byDays: 1) < newest else {
            return .ok("clock", "It is \(time).")
        }
        return .fault(
            "clock", "The clock says \(time), but somebody counted at \(Self.text(newest)).",
            mend: Self.setClock)
    }

    private static let setClock = "Set the clock, and let it be kept right: timedatectl set-ntp true"

    private static func text(_ moment: Moment) -> String {
        Date(timeIntervalSince1970: Double(moment.milliseconds) / 1000).formatted(.iso8601)
    }
}
