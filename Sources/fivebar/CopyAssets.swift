// Puts the files of Public/ where a web server finds them by their addresses: `fivebar assets`.

import ArgumentParser
import Foundation
import Glibc

struct CopyAssets: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "assets",
        abstract: "Copy Public/ to assets/HASH/, where a web server finds its files by their addresses.",
        discussion: """
            Scripts and styles are copied without their comments. The hash is that of the files' content. What is there already is left alone: a folder of an earlier version \
            serves pages that are still open, and can be removed a day later. What a web server does not find there, \
            Fivebar hands out itself.
            """
    )

    @Argument(help: "What the web server hands out as /assets. Without it, assets/ beside Public/.")
    var folder: String?

    func run() async throws {
        // The web server is another user.
        umask(0o022)
        let settings = try Settings()
        let folder = folder ?? settings.home + "/assets"
        do {
            print(try settings.site().copyAssets(into: folder))
        } catch let error as CocoaError {
            if let file = AccessFault.file(onTheWayTo: folder) {
                throw CommandFailure("\(file) is a file, and no folder. Name a folder: fivebar assets FOLDER")
            }
            let fault = AccessFault(to: folder + "/new", isTyped: true)
            guard let fault else {
                throw CommandFailure("\(folder) cannot be written: \(error.localizedDescription)")
            }
            throw CommandFailure(
                fault.needsOtherFolder ? "\(fault.says) Run the command with sudo." : fault.description)
        }
    }
}
