// Accounts of people whom the web server signs in: it hands on a name, and who has that name has the account.

import GRDB

/// The name that a web server has for somebody (REMOTE_USER, RFC 3875 §4.1.11).
public struct WebServerUser: Sendable, Hashable {
    let name: String

    /// In bytes.
    public static let longest = 1_000

    /// - Parameter name: As the web server hands it on. Two names are one if they have the same bytes.
    /// - Returns: nil if it names nobody for certain: it is missing, empty, too long, or held bytes that are no UTF-8.
    public init?(_ name: String?) {
        guard let name, !name.isEmpty, name.utf8.count <= Self.longest,
            !name.unicodeScalars.contains("\u{FFFD}")
        else { return nil }
        self.name = name
    }
}

extension Ledger {
    /// Whether the token is a device's of the user's account.
    public func isDevice(_ token: TokenHash, of user: WebServerUser) throws -> Bool {
        try read { database in
            try database.exists(
                """
                SELECT 1 FROM device JOIN webServerUser ON webServerUser.account = device.account
                WHERE token = ? AND webServerUser.name = ?
                """, [token.data, user.name])
        }
    }

    /// The user's account; nil before their first visit.
    public func account(of user: WebServerUser) throws -> AccountID? {
        try read { database in
            try database.first("SELECT account FROM webServerUser WHERE name = ?", [user.name]) { $0[0] }
        }
    }

    /// Opens the user's account on a new device; at their first visit it is made.
    ///
    /// Neither ``SignUp`` nor ``Limits/accountsPerHour`` matters: the web server has let them in.
    public func open(as user: WebServerUser, by newcomer: Newcomer, at now: Moment) async throws {
        try await queue.commit { database in
            let known: AccountID? = try database.first(
                "SELECT account FROM webServerUser WHERE name = ?", [user.name]
            ) { $0[0] }
            guard let known else {
                let account = try database.insertAccount(of: newcomer, at: now)
                try database.run("INSERT INTO webServerUser VALUES (?, ?)", [user.name, account])
                return
            }
            _ = try database.insertDevice(newcomer.token, named: newcomer.deviceName, of: known, at: now)
            try database.keepLatestDevices(of: known)
        }
    }
}
