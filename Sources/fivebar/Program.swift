// Determines how the executable was started: as a CGI program, on an inherited
// socket, or with a command.

import ArgumentParser
import Foundation
import HummingbirdFastCGI
import Site

@main
enum Program {
    static func main() async {
        // Only the owner may read the database, its copies and its lock.
        umask(0o077)
        // Checked before parsing arguments: a web server passes the words of
        // `?a+b` to a CGI program as arguments. Parsing them would let any
        // visitor choose the database.
        if getenv("GATEWAY_INTERFACE") != nil {
            await ServeOnce.run()
        } else if CommandLine.arguments.count == 1, FastCGIAddress.isInherited {
            await Fivebar.main(["serve", "--listen", "inherited"])
        } else {
            await Fivebar.main()
        }
    }
}

struct Fivebar: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "fivebar",
        abstract: "Count anything with tally marks.",
        discussion: """
            Started by a web server it needs no command: as a CGI program it answers one request, \
            with a listening socket on file descriptor 0 it serves FastCGI on it.
            Settings come from the environment, or from fivebar.env beside the executable; of the operator's \
            commands and `fivebar http` before that from /etc/fivebar.env.
            """,
        version: SiteConfiguration.version,
        subcommands: [
            Serve.self, ServeHTTP.self, Migrate.self, Check.self, Backup.self, Restore.self, Repair.self,
            Tidy.self, AccountCommand.self, FeedbackCommand.self, Stats.self, Top.self, CopyAssets.self,
            Marks.self,
        ]
    )
}
