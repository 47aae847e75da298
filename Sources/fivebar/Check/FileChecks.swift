// Whether the files that pages are made from are whole, and open to the web server.

import Foundation
import Glibc
import Ledger
import Site

struct FileChecks {
    let settings: Settings
    /// Nil if a file is missing or unsound.
    let whole: SiteFiles?
    /// Whether they are.
    let wholeness: CheckResult

    init(settings: Settings) {
        self.settings = settings
        do {
            whole = try SiteFiles(settings.site())
            wholeness = .ok("files", "Views/ and Public/ in \(settings.home) are whole.")
        } catch {
            whole = nil
            let fault = (error as? SiteFault)?.advice(database: settings.database)
            wholeness = .fault(
                "files", fault?.says ?? "\(settings.home): \(error)",
                mend: fault?.mend ?? "Put Views/ and Public/ of this version there again, as a whole.")
        }
    }

    /// What is asked for when the web server is tried, and its content.
    var style: (path: String, content: Data)? {
        let path = "css/shell/base.css"
        return whole?.content(ofAsset: path).map { (path, $0) }
    }

    /// The web server runs as somebody else, and reads `Public/` itself. Nil without that folder.
    func readability() -> CheckResult? {
        let place = URL(filePath: settings.home + "/Public").resolvingSymlinksInPath()
        guard let names = FileManager.default.subpaths(atPath: place.path) else { return nil }
        var folders: [String] = []
        var folder = place
        while folder.path != "/" {
            folders.append(folder.path)
            folder = folder.deletingLastPathComponent()
        }
        let ways = folders.reversed().filter { !isOpen($0, 0o001) }
        let files = names.sorted().map { "\(place.path)/\($0)" }.filter { !isOpen($0, 0o004) }
        let closed = ways + files
        guard let first = closed.first else {
            return .ok("permissions", "Everybody, and so the web server, can read \(place.path).")
        }
        let others = closed.count == 1 ? "" : ", and \(closed.count - 1) more"
        return .warning(
            "permissions", "The web server can read what is in Public/ only by its group: \(first)\(others).",
            mend: [
                ways.isEmpty ? nil : "chmod o+x \(ways.map(\.shellWord).joined(separator: " "))",
                files.isEmpty ? nil : "chmod -R o+rX \(place.path.shellWord)",
            ].compactMap(\.self).joined(separator: " && "))
    }

    private func isOpen(_ path: String, _ bits: mode_t) -> Bool {
        var status = stat()
        return stat(path, &status) != 0 || status.st_mode & bits == bits
    }
}
