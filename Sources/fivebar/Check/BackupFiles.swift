// Where copies of a database are, for whoever looks for the newest.

import Foundation
import Ledger

/// Copies that are kept near a database.
struct BackupFiles {
    struct Copy {
        let path: String
        let made: Moment
    }

    /// Where they are looked for.
    let folders: [String]
    /// The oldest first.
    let copies: [Copy]
    /// What lies where copies are kept, is called like one, and is none.
    let others: [String]
    var newest: Copy? { copies.last }
    /// The newest in a folder for copies: what lies beside the database may be another one.
    var newestNightly: Copy? {
        copies.last { URL(filePath: $0.path).deletingLastPathComponent().lastPathComponent == "backups" }
    }

    init(of database: String, also backupFolder: String?) {
        let place = URL(filePath: database)
        let folder = place.deletingLastPathComponent().path
        let beside = [folder, (folder == "/" ? "" : folder) + "/backups"]
        folders = beside + [backupFolder].compactMap { $0 }.filter { !beside.contains($0) }
        let found = folders.flatMap { Self.files(in: $0) }.filter { $0.path != place.path }
        copies = found.filter { Ledger.isCopy($0.path) }.sorted { $0.made < $1.made }
        let whole = Set(copies.map(\.path))
        // Beside the database there may be other programs' files.
        others = found.map(\.path).filter {
            !whole.contains($0) && URL(filePath: $0).deletingLastPathComponent().path != folder
        }
    }

    /// What is called like a copy.
    private static func files(in folder: String) -> [Copy] {
        let files = FileManager.default
        return ((try? files.contentsOfDirectory(atPath: folder)) ?? []).compactMap { name in
            let path = folder == "/" ? "/\(name)" : "\(folder)/\(name)"
            guard name.hasSuffix(".sqlite"),
                let date = try? files.attributesOfItem(atPath: path)[.modificationDate] as? Date
            else { return nil }
            return Copy(path: path, made: Moment(milliseconds: Int64(date.timeIntervalSince1970 * 1000)))
        }
    }
}
