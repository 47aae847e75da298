// What `fivebar check` is tried on.

import Foundation

@testable import Ledger
@testable import fivebar

/// A folder with a database, and files that are links to the real ones.
final class Prepared: Sendable {
    let folder = FileManager.default.temporaryDirectory.appending(path: "check-\(UUID().uuidString)").path
    private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().path

    var database: String { folder + "/data/fivebar.sqlite" }

    init() throws {
        for name in ["data/backups", "home"] { try make(folder: name) }
        for name in ["Views", "Public"] {
            try FileManager.default.copyItem(atPath: "\(Self.root)/\(name)", toPath: "\(folder)/home/\(name)")
        }
        // As the units and the guides make it.
        try set([.posixPermissions: 0o700], of: folder + "/data")
        _ = try Ledger(path: database)
    }

    deinit { try? FileManager.default.removeItem(atPath: folder) }

    func settings(_ environment: [String: String] = [:]) throws -> Settings {
        let own = ["FIVEBAR_HOME": folder + "/home", "FIVEBAR_DATABASE": database]
        return try Settings(environment: own.merging(environment) { $1 })
    }

    var storage: StorageChecks {
        StorageChecks(database: database, now: .now, socket: folder + "/run/fivebar.sock")
    }

    func make(folder name: String) throws {
        try FileManager.default.createDirectory(
            atPath: "\(folder)/\(name)", withIntermediateDirectories: true)
    }

    func backUp(_ name: String, at moment: Moment = .now) throws {
        let path = "\(folder)/data/backups/\(name)"
        try Ledger(path: database, migrating: false).backUp(to: path)
        try set(
            [.modificationDate: Date(timeIntervalSince1970: Double(moment.milliseconds) / 1000)], of: path)
    }

    func set(_ attributes: [FileAttributeKey: Any], of path: String) throws {
        try FileManager.default.setAttributes(attributes, ofItemAtPath: path)
    }
}

extension Moment {
    static let now = Moment(milliseconds: 1_795_456_800_000)
}

extension [CheckResult] {
    func of(_ check: String) -> [CheckResult] { filter { $0.check == check } }
    var outcomes: [CheckResult.Outcome] { map(\.outcome) }
}
