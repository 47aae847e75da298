// A ledger in its own folder, and somebody who uses it.

import Foundation
import Synchronization
import Testing

@testable import Ledger

/// A fresh ledger on disk; the folder is deleted on deallocation.
final class Bench: Sendable {
    let folder: String
    let ledger: Ledger

    init() throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "ledger-\(UUID().uuidString)").path
        ledger = try Ledger(path: folder + "/fivebar.sqlite")
    }

    deinit { try? FileManager.default.removeItem(atPath: folder) }

    var path: String { folder + "/fivebar.sqlite" }
}

/// Somebody with a browser.
struct Person: Sendable {
    let ledger: Ledger
    let token: TokenHash
    var address = "192.0.2.1"
    var limit = Limits(accountsPerHour: nil)
    /// The version of Fivebar that they first open.
    var version: String?

    init(_ ledger: Ledger, token: TokenHash? = nil) {
        self.ledger = ledger
        self.token = token ?? TokenHash((0..<32).map { _ in UInt8.random(in: .min ... .max) })
    }

    @discardableResult
    func does(
        _ change: Change, id: OperationID? = nil, at moment: Moment = .start, now: Moment? = nil
    ) async throws -> Receipt {
        let operation = Operation(
            id: id ?? .fresh(at: moment), mayBeRepeated: id != nil, change: change,
            madeAt: moment, zoneOffset: 60
        )
        return try await ledger.apply(
            operation,
            by: .anyone(token, or: Newcomer(token: token, address: address, version: version)),
            now: now ?? moment, limit: limit
        )
    }

    func creates(_ title: String = "Robins") async throws -> Counter.ID {
        try #require(await does(.createCounter(title: title, style: .fractal)).counter)
    }

    var account: AccountID {
        get throws { try ledger.visitor(token)?.account ?? 0 }
    }

    /// The device of their browser.
    var device: Device.ID {
        get throws { try ledger.visitor(token)?.device ?? 0 }
    }

    func counter(_ id: Counter.ID) throws -> Counter { try ledger.counter(id, of: account) }
}

extension Moment {
    /// 2026-11-21 08:00 UTC.
    static let start = Moment(milliseconds: 1_795_248_000_000)
}

extension OperationID {
    /// Later than all of its time so far, as a device makes them.
    static func fresh(at moment: Moment = .start) -> OperationID {
        var generator = SystemRandomNumberGenerator()
        let number = number.add(1, ordering: .relaxed).newValue
        return OperationID(at: moment, using: &generator).numbered(number)
    }

    private static let number = Atomic(0)

    /// The id with a number instead of the first random bits, so that ids of one time are in that order (RFC 9562 §6.2).
    func numbered(_ number: Int) -> OperationID {
        var bytes = bytes
        bytes[6] = 0x70 | UInt8(truncatingIfNeeded: number >> 22) & 0x0F
        bytes[7] = UInt8(truncatingIfNeeded: number >> 14)
        bytes[8] = 0x80 | UInt8(truncatingIfNeeded: number >> 8) & 0x3F
        bytes[9] = UInt8(truncatingIfNeeded: number)
        return OperationID(bytes: bytes)
    }
}

extension Ledger {
    /// An account's counters, and after them those in its trash.
    func allCounters(of account: AccountID) throws -> [Counter] {
        try counters(of: account) + trash(of: account, now: .start)
    }
}
