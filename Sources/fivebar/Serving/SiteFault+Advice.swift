// Why there are no templates or files, as far as the file system tells.

import Foundation
import Glibc
import Site

extension SiteFault {
    /// A folder or a file that is closed looks like a missing one to whoever may not enter or read it.
    ///
    /// - Parameter database: What others must not be let into by what mends it.
    func advice(database: String) -> Advice { closed(database) ?? Advice(says, mend) }

    /// Nil if what is missing is missing.
    private func closed(_ database: String) -> Advice? {
        let path: String
        switch self {
        case .folderIsMissing(let folder): path = folder
        case .fileIsMissing(let file): path = file
        case .fileIsUnsound: return nil
        }
        let parts = path.split(separator: "/")
        // How many names lead to the home, whose files are listed and read.
        let home = parts.lastIndex { $0 == "Views" || $0 == "Public" } ?? parts.count
        for count in parts.indices.map({ $0 + 1 }) {
            let place = "/" + parts.prefix(count).joined(separator: "/")
            var status = stat()
            guard stat(place, &status) == 0 else { return nil }
            let isFolder = status.st_mode & S_IFMT == S_IFDIR
            guard access(place, (count > home ? R_OK : 0) | (isFolder ? X_OK : R_OK)) != 0, errno == EACCES
            else { continue }
            let who = status.st_uid == geteuid() ? "u" : "o"
            return Advice(
                "\(place) is closed to \(AccessFault.name(of: geteuid())).",
                count < home || count == home && database.hasPrefix(place + "/")
                    ? "chmod \(who)+x \(place.shellWord)" : "chmod -R \(who)+rX \(place.shellWord)")
        }
        return nil
    }
}
