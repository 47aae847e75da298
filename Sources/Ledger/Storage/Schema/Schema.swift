// The database schema. Released migrations are frozen: later changes are new migrations.

import GRDB

enum Schema {
    static var migrator: DatabaseMigrator { migrator { _ in } }

    /// - Parameter report: Called at the beginning of each step, and now and then during a long one.
    static func migrator(
        reporting report: @escaping @Sendable (MigrationProgress) -> Void
    ) -> DatabaseMigrator {
        var migrator = DatabaseMigrator()
        func register(_ name: String, _ migrate: @escaping @Sendable (Database) throws -> Void) {
            migrator.registerMigration(name) { database in
                report(.began(step: name))
                try migrate(database)
            }
        }
        for (name, text) in migrations { register(name) { try $0.execute(sql: text) } }
        register("11 log") { database in
            try database.execute(sql: books)
            try MissingValues.refusing { try OperationRewriting(database: database, report: report).run() }
            try database.execute(sql: log)
        }
        for (name, text) in laterMigrations { register(name) { try $0.execute(sql: text) } }
        register("20 entry kinds", compareEntryKinds)
        return migrator
    }

    /// Brings a database up to date by a connection of its own, or makes it.
    static func migrate(
        _ path: String, _ configuration: Configuration,
        reporting report: @escaping @Sendable (MigrationProgress) -> Void = { _ in }
    ) throws {
        let pool = try DatabasePool(path: path, configuration: whileMigrating(configuration))
        try migrator(reporting: report).migrate(pool)
        try pool.close()
    }

    /// Where a column comes with a `CHECK`, SQLite 3.37 (Ubuntu 22.04) itself asks for a text in double quotes, which every
    /// other connection refuses as the name of a column that is not there.
    static func whileMigrating(_ configuration: Configuration = Configuration()) -> Configuration {
        var configuration = configuration
        configuration.acceptsDoubleQuotedStringLiterals = true
        return configuration
    }

    /// Whose a database is, and of what time.
    enum State {
        case current, older, newer
        /// Nothing is in it yet.
        case empty
        /// It belongs to another program.
        case foreign
    }

    static func state(of database: Database) throws -> State {
        let applied = try migrator.appliedIdentifiers(database)
        guard let first = migrations.first, applied.contains(first.0) else {
            // Litestream has tables of its own in what it replicates, perhaps before anything else is in there.
            let tables = try String.fetchAll(
                database,
                sql: """
                    SELECT name FROM sqlite_master
                    WHERE type = 'table' AND name <> 'grdb_migrations' AND name NOT GLOB '_litestream_*'
                    """)
            return tables.isEmpty ? .empty : .foreign
        }
        if try migrator.hasBeenSuperseded(database) { return .newer }
        return try migrator.hasCompletedMigrations(database) ? .current : .older
    }

    /// The state of a file that is not opened yet, and is left as it is.
    static func state(ofFile path: String) throws -> State {
        var configuration = Configuration()
        configuration.readonly = true
        return try DatabaseQueue(path: path, configuration: configuration).read { try state(of: $0) }
    }

    private static let migrations = [
        ("1 counters", counters), ("2 styles", styles), ("3 history", history),
        ("4 feedback", feedback), ("5 transfer", transfer), ("6 sharing", sharing),
        ("7 calendar", calendar), ("8 totals", totals),
        ("9 goals", goals), ("10 upload senders", uploadSenders),
    ]

    private static let laterMigrations = [
        ("12 sign-in", signIn), ("13 passkeys", passkeys), ("14 invitations", invitations),
        ("15 web server users", webServerUsers), ("16 tidying", tidying), ("17 listed goals", listedGoals),
        ("18 account limits", accountLimits), ("19 tidying days", tidyingDays),
    ]
}
