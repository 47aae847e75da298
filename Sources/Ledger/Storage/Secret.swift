// Keys that only this database has.

import Foundation
import GRDB

/// A random key, made with the database.
enum Secret: String {
    /// Of what stands for a network address in the database.
    case address
    /// Of share links.
    case share
}

extension Database {
    /// - Throws: ``StorageFault/damaged`` if it is gone.
    func secret(_ secret: Secret) throws -> Data {
        let key: Data? = try first("SELECT value FROM secret WHERE name = ?", [secret.rawValue]) { $0[0] }
        guard let key else { throw StorageFault.damaged }
        return key
    }
}
