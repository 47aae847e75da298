// Where the guides and the files that an operator copies lie: in deploy/ beside the program, or where the Debian package
// has put them. What a mend names must be there.

import Foundation

/// The content of deploy/ on this machine.
struct Guide: Sendable {
    /// The program's folder.
    let program: String
    let isThere: @Sendable (String) -> Bool

    static let current = Guide(
        program: URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent().path,
        isThere: { FileManager.default.fileExists(atPath: $0) })

    /// - Parameter name: A file by its path in deploy/.
    /// - Returns: Where it is; as it is called in the source where it is nowhere.
    func path(_ name: String) -> String {
        folders.map { "\($0)/\(name)" }.first(where: isThere) ?? "deploy/\(name)"
    }

    /// The folder with the examples for web servers.
    var examples: String { folders.first(where: isThere).map { $0 + "/" } ?? "deploy/" }

    private var folders: [String] {
        ["\(program)/deploy", "/usr/share/fivebar", "/usr/share/doc/fivebar"]
    }
}
