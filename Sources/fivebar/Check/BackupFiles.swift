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
    var newest: Copy? { copies.last }
    /// The newest in a folder for copies: what lies beside the database may be another one.
    var newestNightly: Copy? {
        copies.last { URL(filePath: $0.path).deletingLastPathComponent().lastPathComponent == "backups" }
    }

    init(of database: String, also backupFolder: String?) {
        let files = FileManager.default, place = URL(filePath: database)
        let folder = place.deletingLastPathComponent().path
        let beside = [folder, (folder == "/" ? "" : folder) + "/backups"]
        folders = beside + [backupFolder].compactMap { $0 }.filter { !beside.contains($0) }
        copies = folders.flatMap { folder in
            ((try? files.contentsOfDirectory(atPath: folder)) ?? []).compactMap { name in
                let path = "\(folder)/\(name)"
                guard name.hasSuffix(".sqlite"), path != place.path,
                    let date = try? files.attributesOfItem(atPath: path)[.modificationDate] as? Date
                else { return nil }
                return Copy(path: path, made: Moment(milliseconds: Int64(date.timeIntervalSince1970 * 1000)))
            }
        }.sorted { $0.made < $1.made }
    }
}
