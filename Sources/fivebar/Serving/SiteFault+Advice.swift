// Why there are no templates or files, as far as the file system tells.

import Foundation
import Glibc
import Site

extension SiteFault {
    /// A folder or a file that is closed looks like a missing one to whoever may not enter or read it.
    ///
    /// - Parameter database: What others must not be let into by what mends it; where the settings are unknown, the one that a
    ///   server would open.
    func advice(database: String = (try? Settings())?.database ?? "") -> Advice {
        closed(database) ?? Advice(says, mend)
    }

    /// Nil if what is missing is missing.
    private func closed(_ database: String) -> Advice? {
        let path: String
        switch self {
        case .folderIsMissing(let folder): path = folder
        case .fileIsMissing(let file): path = file
        case .fileIsUnsound: return nil
        }
        let places = path.placesOnTheWay
        // The home's files are listed and read, and those in it.
        let home = places.lastIndex { $0.hasSuffix("/Views") || $0.hasSuffix("/Public") } ?? places.count
        for (number, place) in places.enumerated() {
            var status = stat()
            guard stat(place, &status) == 0 else { return nil }
            let isFolder = status.st_mode & S_IFMT == S_IFDIR
            let needed = (number >= home ? R_OK : 0) | (isFolder ? X_OK : R_OK)
            guard access(place, needed) != 0, errno == EACCES else { continue }
            let who = status.st_uid == geteuid() ? "u" : "o"
            let isOnlyEntered =
                number < home - 1 || number == home - 1 && database.hasPrefix(place + "/")
            return Advice(
                "\(place) is closed to \(AccessFault.name(of: geteuid())).",
                isOnlyEntered
                    ? "chmod \(who)+x \(place.shellWord)" : "chmod -R \(who)+rX \(place.shellWord)")
        }
        return nil
    }
}
