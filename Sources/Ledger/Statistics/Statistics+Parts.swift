// The value types of statistics.

extension Statistics {
    /// The sum for an hour, day or other place in time. Never below 0.
    public struct Total<Place: Sendable & Hashable>: Sendable, Hashable {
        /// The hour, the day or whatever the sum is for.
        public let place: Place
        /// 0 if more was taken back than counted.
        public let marks: Int64

        /// - Parameter net: Net of marks taken back.
        init(_ place: Place, net: Int64) {
            self.place = place
            marks = max(0, net)
        }
    }

    /// An average, rounded to a tenth.
    public struct Average: Sendable, Hashable {
        /// Not below 0.
        public let whole: Int64
        /// 0 to 9.
        public let tenths: Int

        /// - Parameter total: Not below 0.
        /// - Returns: Nil if `parts` is 0.
        init?(_ total: Int64, over parts: Int) {
            guard parts > 0 else { return nil }
            let (quotient, rest) = total.quotientAndRemainder(dividingBy: Int64(parts))
            let tenths = (Int(rest) * 10 + parts / 2) / parts
            whole = quotient + Int64(tenths / 10)
            self.tenths = tenths % 10
        }
    }

    /// A period without marks.
    public struct Gap: Sendable, Hashable {
        /// From the last mark before it to the first one after it.
        public let milliseconds: Int64
        /// Its first and last day, by the device's local time and start of the day.
        public let from, to: CivilDay
    }
}

extension Collection {
    /// The first of the largest; nil if nothing was counted anywhere.
    func busiest<Place>() -> Element? where Element == Statistics.Total<Place> {
        var busiest: Element?
        for total in self where total.marks > busiest?.marks ?? 0 { busiest = total }
        return busiest
    }
}

extension Int64 {
    /// The sum, clamped to the nearest valid number. A huge number must not cause a crash.
    func addingWithinBounds(_ other: Int64) -> Int64 {
        let (sum, isOver) = addingReportingOverflow(other)
        return isOver ? (other > 0 ? .max : .min) : sum
    }
}
