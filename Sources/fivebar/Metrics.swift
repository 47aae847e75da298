// Numbers for graphs and alarms: `fivebar stats --prometheus`. Printed rather than served, so no door has to be open
// for them; node_exporter's textfile collector takes them up. They tell of no person.

import Ledger
import Site

/// Gauges in Prometheus's text format (https://prometheus.io/docs/instrumenting/exposition_formats/, 0.0.4).
struct Metrics {
    private struct Gauge {
        let name: String
        let help: String
        /// Each with its labels, in braces, or without.
        var samples: [(labels: String, value: String)]

        init(_ name: String, _ help: String, _ samples: [(labels: String, value: String)]) {
            (self.name, self.help, self.samples) = ("fivebar_\(name)", help, samples)
        }

        init(_ name: String, _ help: String, _ value: some BinaryInteger) {
            self.init(name, help, [("", "\(value)")])
        }

        var text: String {
            "# HELP \(name) \(help)\n# TYPE \(name) gauge\n"
                + samples.map { "\(name)\($0.labels) \($0.value)\n" }.joined()
        }
    }

    /// What is not known, such as the age of backups that are not there, is left out.
    let text: String

    init(_ ledger: Ledger, _ settings: Settings) throws {
        let today = CivilDay(of: settings.site().now(), zoneOffset: 0)
        let size = try ledger.size(on: today)
        let totals = try ledger.totals(from: today, through: today)
        var gauges = [
            Gauge("info", "The version.", [("{version=\"\(SiteConfiguration.version)\"}", "1")]),
            Gauge("accounts", "Accounts.", size.accounts),
            Gauge("counters", "Counters, without those in the trash.", size.counters),
            Gauge("goals", "Goals.", size.goals),
            Gauge(
                "changes_today", "Changes since midnight UTC, as the limits count them.", size.changesToday),
            Gauge(
                "events_today", "Totals of all visitors since midnight UTC, as fivebar stats has them.",
                CountedEvent.allCases.map { event in
                    ("{event=\"\(event.rawValue)\"}", "\(totals[event, on: today])")
                }),
            Gauge("database_bytes", "Size of the database's file.", size.bytes),
            Gauge("wal_bytes", "Size of what is not in the database's file yet.", size.walBytes),
        ]
        if let disk = Disk(of: settings.database) {
            gauges.append(Gauge("disk_free_bytes", "Room on the database's disk.", disk.free))
        }
        let copies = BackupFiles(of: settings.database, also: settings.backupFolder).copies
        if let oldest = copies.first, let newest = copies.last {
            gauges += [
                Gauge(
                    "backup_newest_timestamp_seconds", "When the newest backup was made.",
                    newest.made.milliseconds / 1000),
                Gauge(
                    "backup_oldest_timestamp_seconds", "When the oldest backup was made.",
                    oldest.made.milliseconds / 1000),
            ]
        }
        text = gauges.map(\.text).joined()
    }
}
