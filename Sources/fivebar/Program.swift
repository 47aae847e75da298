// The executable finds out how it was started: by a web server as a CGI
// program, on a socket that is already open, or with a command.

import ArgumentParser
import Foundation
import HummingbirdFastCGI
import Site

@main
enum Program {
    static func main() async {
        // The database, its copies and its lock are for nobody else to read.
        umask(0o077)
        // Before anything is parsed: a web server hands a CGI program the words of `?a+b` as
        // arguments. Parsing them would let any visitor choose our database.
        if ProcessInfo.processInfo.environment["GATEWAY_INTERFACE"] != nil {
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
            Settings come from the environment, or from fivebar.env beside the executable.
            """,
        version: SiteConfiguration.version,
        subcommands: [
            Serve.self, ServeHTTP.self, Migrate.self, Check.self, Backup.self, Tidy.self,
            AccountCommand.self, FeedbackCommand.self, Stats.self, Marks.self,
        ]
    )
}
