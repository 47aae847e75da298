// Whether the clock can be trusted with removing things: with one that is years ahead, as after an empty battery, all
// accounts would have lapsed.

import GRDB

/// Nothing is tidied, because the clock may be wrong.
public enum ClockDoubt: Error, Sendable, Hashable, CustomStringConvertible {
    /// It says a time before there was a Fivebar.
    case early(Moment)
    /// It has gone on by a long time since the last tidying, or has lately.
    case ahead(from: Moment, to: Moment)

    /// For a log.
    public var description: String {
        switch self {
        case .early(let now):
            "The clock says \(Self.day(now)), which is before there was a Fivebar, so nothing is removed"
        case .ahead(let before, let now):
            """
            The clock went on from \(Self.day(before)) to \(Self.day(now)) with nothing in between. If it is ahead, \
            everybody's account would be taken for lapsed, so nothing is removed
            """
        }
    }

    private static func day(_ moment: Moment) -> String { CivilDay(of: moment, zoneOffset: 0).description }
}

extension Moment {
    /// The beginning of 2026: a clock that says an earlier time is wrong.
    public static let firstUse = Moment(milliseconds: 1_767_225_600_000)
}

extension Database {
    /// In days. A gap as long is doubted for as many days.
    private static let longGap: Int64 = 60, doubted: Int64 = 30
    private static let daysKept = 100

    /// Notes the day, and looks whether the clock has got there day by day.
    ///
    /// - Parameters:
    ///   - lastUse: See ``lastUseBeforeFirstTidying(_:)``.
    ///   - isTrusted: Whether the clock is known to be right: what was before a gap does not matter any more.
    /// - Returns: Why nothing is to be removed, or nil.
    func doubt(in now: Moment, lastUse: Int64?, isTrusted: Bool) throws -> ClockDoubt? {
        guard now >= .firstUse else { return isTrusted ? nil : .early(now) }
        if let lastUse { try run("INSERT OR IGNORE INTO tidyingDay VALUES (?)", [lastUse]) }
        let gap = try gapBeforeToday(now)
        try noteTidying(now)
        guard let gap, now.dayNumber - gap.after < Self.doubted else { return nil }
        guard isTrusted else { return .ahead(from: Moment(milliseconds: gap.before * 86_400_000), to: now) }
        try run("DELETE FROM tidyingDay WHERE day <= ?", [gap.before])
        return nil
    }

    /// Notes that it was tidied today, or was to be. Days that are to come were a wrong clock's, and stay: one that is set back
    /// must not take the past away.
    private func noteTidying(_ now: Moment) throws {
        try run("INSERT OR IGNORE INTO tidyingDay VALUES (?)", [now.dayNumber])
        // By their number: by their age, the wrong clock would take the days before its gap away.
        try run(
            """
            DELETE FROM tidyingDay WHERE day < (
                SELECT day FROM tidyingDay WHERE day <= ? ORDER BY day DESC LIMIT 1 OFFSET ?)
            """,
            [now.dayNumber, Self.daysKept])
    }

    /// The latest long gap between the days up to today.
    private func gapBeforeToday(_ now: Moment) throws -> (before: Int64, after: Int64)? {
        try first(
            """
            WITH known (day) AS (SELECT day FROM tidyingDay WHERE day <= ?1 UNION SELECT ?1)
            SELECT before, day FROM (SELECT day, LAG(day) OVER (ORDER BY day) AS before FROM known)
            WHERE day - before > ?2 ORDER BY day DESC LIMIT 1
            """, [now.dayNumber, Self.longGap]
        ) { ($0[0], $0[1]) }
    }

    /// The day when somebody was here last; nil once it was tidied. Before that, as after an upgrade, it stands for the last
    /// tidying.
    func lastUseBeforeFirstTidying(_ now: Moment) throws -> Int64? {
        let isFirst = try first("SELECT 1 FROM tidyingDay LIMIT 1", []) { _ in false } ?? true
        guard isFirst else { return nil }
        return try Int64.fetchOne(
            cachedStatement(sql: "SELECT MAX(seenAt) / 86400000 FROM device WHERE seenAt BETWEEN ? AND ?"),
            arguments: [Moment.firstUse.milliseconds, now.milliseconds])
    }
}
