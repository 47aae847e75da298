// `fivebar top`: what happens now, without persons.

import ArgumentParser
import Foundation
import Glibc
import Ledger
import Site

struct Top: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Watch what happens now: requests, changes and commits a second, of each serving process.",
        discussion: """
            Refreshed each second until Ctrl-C. Where the output is no terminal, a line a second and process, of names \
            with their values; sizes are in bytes, times in seconds, and commit_ms in milliseconds. It tells nothing \
            about anybody. Processes of `fivebar serve` and `fivebar http` are shown; plain CGI has none that lasts.
            """
    )

    @OptionGroup var installation: Installation

    @Flag(help: "Look once, which takes some two seconds, and end with status 1 if nothing serves.")
    var once = false

    /// How often in vain is looked before it is said that nothing serves: a process tells something each second.
    private static let patience = 4

    func run() async throws {
        let settings = try installation.settings()
        // A missing or foreign database is told as every command does.
        try settings.openLedger(migrating: false).close(waitsForOthers: false)
        let files = ActivityFiles(of: settings.database)
        let ends = Self.whenInterrupted { files.leave() }
        defer {
            ends.cancel()
            files.leave()
        }
        let isTerminal = isatty(STDOUT_FILENO) == 1
        var earlier: [Int32: Activity] = [:], known: [Int32: Pace] = [:]
        var looks = 0, vain = 0
        while true {
            try files.watch()
            try await Task.sleep(for: .seconds(1))
            let activities = files.activities()
            let paces = activities.compactMap { now in
                // Two looks may fall between two of its seconds.
                earlier[now.process].flatMap { Pace(from: $0, to: now) } ?? known[now.process]
            }
            known = Dictionary(paces.map { ($0.activity.process, $0) }) { $1 }
            earlier = Dictionary(activities.map { ($0.process, $0) }) { $1 }
            looks += 1
            // The first look tells how much there was, and only the second how fast it grows.
            let isComplete = !paces.isEmpty && paces.count == activities.count
            vain = paces.isEmpty ? vain + 1 : 0
            if paces.isEmpty {
                if vain == Self.patience {
                    let nothing = Self.nothing(settings.database)
                    if once { throw CommandFailure(nothing) }
                    write([nothing], isTerminal)
                }
            } else if !once || isComplete || looks > Self.patience {
                show(paces, settings, isTerminal)
                if once { return }
            }
        }
    }

    private func show(_ paces: [Pace], _ settings: Settings, _ isTerminal: Bool) {
        let database = settings.database
        let text = TopText(
            paces: paces, database: database, bytes: Disk.bytes(ofFile: database),
            walBytes: Disk.bytes(ofFile: database + "-wal"), time: Date().formatted(.iso8601))
        write(isTerminal ? text.table : text.lines, isTerminal)
    }

    private func write(_ lines: [String], _ isTerminal: Bool) {
        // Clears the screen, and what has scrolled out of it.
        if isTerminal && !once { print("\u{1B}[H\u{1B}[2J\u{1B}[3J", terminator: "") }
        lines.forEach { print($0) }
        fflush(nil)
    }

    private static func nothing(_ database: String) -> String {
        if Disk(of: database)?.isFull == true {
            return "The disk of \(database) is full, so that no process can tell anything. Make room first."
        }
        return """
            Nothing that lasts serves \(database). Under plain CGI that is so: each request has a process of its own. \
            Otherwise see systemctl status \(Instance.current.service); an older Fivebar tells nothing.
            """
    }

    /// Does something before Ctrl-C ends this process.
    private static func whenInterrupted(_ work: @escaping @Sendable () -> Void) -> any DispatchSourceSignal {
        signal(SIGINT, SIG_IGN)
        let source = DispatchSource.makeSignalSource(signal: SIGINT, queue: .global())
        source.setEventHandler {
            work()
            _exit(0)
        }
        source.resume()
        return source
    }
}
