// Whether the clock can be trusted with removing things: with one that is years ahead, as after an empty battery, all
// accounts would have lapsed.

import GRDB

/// Nothing is tidied, because the clock may be ahead: it has gone on by a long time since the last tidying, or has lately.
public struct ClockDoubt: Error, Sendable, Hashable, CustomStringConvertible {
    public let now: Moment
    /// The last time before that when it was tidied.
    public let before: Moment

    /// For a log.
    public var description: String {
        """
        The clock went on from \(Self.day(before)) to \(Self.day(now)) with nothing in between. If it is ahead, everybody's \
        account would be taken for lapsed, so nothing is removed
        """
    }

    private static func day(_ moment: Moment) -> String { CivilDay(of: moment, zoneOffset: 0).description }
}

extension Schema {
    static let tidyingDays = """
        -- The days on which it was tidied, or was to be: a clock that is suddenly years ahead is known by the gap.
        CREATE TABLE tidyingDay (day INTEGER PRIMARY KEY) STRICT;           -- days since 1970-01-01 UTC
        """
}

extension Database {
    /// In days. A gap as long is doubted for as many days.
    private static let longGap: Int64 = 60, doubted: Int64 = 30
    private static let daysKept = 100

    /// Notes the day, and looks whether the clock has got there day by day.
    ///
    /// - Returns: The day before a long gap that is not long ago; nil if there is none.
    func lastTidyingBeforeGap(now: Moment) throws -> Moment? {
        let today = now.dayNumber
        // Those that are to come were of a wrong clock.
        try run("DELETE FROM tidyingDay WHERE day > ?", [today])
        try run("INSERT OR IGNORE INTO tidyingDay VALUES (?)", [today])
        // By their number: by their age, the wrong clock would take the days before its gap away.
        try run(
            "DELETE FROM tidyingDay WHERE day < (SELECT day FROM tidyingDay ORDER BY day DESC LIMIT 1 OFFSET ?)",
            [Self.daysKept])
        let gap: (before: Int64, after: Int64)? = try first(
            """
            SELECT before, day FROM (SELECT day, LAG(day) OVER (ORDER BY day) AS before FROM tidyingDay)
            WHERE day - before > ? ORDER BY day DESC LIMIT 1
            """, [Self.longGap]
        ) { ($0[0], $0[1]) }
        guard let gap, today - gap.after < Self.doubted else { return nil }
        return Moment(milliseconds: gap.before * 86_400_000)
    }
}
