// What belongs to one of several Fivebars on a machine (deploy/instances.md), so that whoever reads a hint can type it as
// it stands.

import ArgumentParser
import Foundation

/// The names of an instance's units, files and command: those of `fivebar@club`, or of the one without a name.
struct Instance: Sendable {
    /// Nil: the one without a name.
    let name: String?

    /// The one that this process belongs to. The units with a name and `fivebar-instance` tell it.
    static let current = Instance(environment: ProcessInfo.processInfo.environment)

    init(environment: [String: String]) {
        name = environment["FIVEBAR_INSTANCE"].flatMap { Self.isName($0) ? $0 : nil }
    }

    /// - Throws: `ValidationError` where the environment names one that cannot be.
    static func validate(_ environment: [String: String]) throws {
        guard let name = environment["FIVEBAR_INSTANCE"], !name.isEmpty, !isName(name) else { return }
        throw ValidationError(
            "FIVEBAR_INSTANCE is the word after @ in the unit's name, of small letters, digits, - and _, not “\(name)”."
        )
    }

    private static func isName(_ text: String) -> Bool {
        !text.isEmpty && text.utf8.allSatisfy { "abcdefghijklmnopqrstuvwxyz0123456789-_".utf8.contains($0) }
    }

    private var suffix: String { name.map { "-\($0)" } ?? "" }

    /// The command with this one's settings.
    var command: String { "fivebar\(suffix)" }
    var settings: String { "/etc/fivebar\(suffix).env" }
    var stateFolder: String { "/var/lib/fivebar\(suffix)" }
    /// The socket's file, as systemd/fivebar.socket names it.
    var socket: String { "/run/fivebar/\(name ?? "fivebar").sock" }

    /// Why there is no such instance: each has a file of settings of its own, and nobody means the settings of another.
    var faultWithoutSettings: SettingsFault? {
        guard let name, !SettingsFile.isThere(settings) else { return nil }
        return SettingsFault(
            advice: Advice(
                "There is no \(settings), and so no Fivebar called “\(name)”.",
                "Write its name as in /etc/fivebar-NAME.env; \(Guide.current.path("instances.md")) says how one is made."
            ))
    }

    var service: String { unit("service") }
    var socketUnit: String { unit("socket") }
    var backupTimer: String { unit("timer", of: "fivebar-backup") }
    var backupService: String { unit("service", of: "fivebar-backup") }
    /// All that open the database.
    var services: String { "\(service) \(backupService) \(unit("service", of: "fivebar-tidy"))" }

    /// How Fivebar is stopped: its units are named only where they are.
    func stopping(hasUnits: Bool) -> String {
        guard hasUnits else {
            return """
                Stop what serves it, or the next request starts it again: a process of your own, or the web server that starts \
                Fivebar (\(Guide.current.path("README.md")), "Where the web server starts Fivebar").
                """
        }
        return """
            Stop Fivebar with its socket, or the next request starts it again: systemctl stop \(socketUnit) \(service).
            """
    }

    /// Whether systemd has units of this one's.
    var hasUnits: Bool {
        let template = name.map { _ in "fivebar@.service" } ?? service
        return ["/etc/systemd/system", "/usr/lib/systemd/system", "/lib/systemd/system"].contains {
            FileManager.default.fileExists(atPath: "\($0)/\(template)")
        }
    }

    /// How this one is stopped on this machine.
    var stopping: String { stopping(hasUnits: hasUnits) }

    private func unit(_ kind: String, of what: String = "fivebar") -> String {
        "\(what)\(name.map { "@\($0)" } ?? "").\(kind)"
    }
}
