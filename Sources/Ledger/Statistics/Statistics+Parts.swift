// What statistics are told in.

extension Statistics {
    /// How much was counted at a place in time. Never below 0.
    public struct Total<Place: Sendable & Hashable>: Sendable, Hashable {
        public let place: Place
        public let marks: Int64

        /// - Parameter net: With what was taken back.
        init(_ place: Place, net: Int64) {
            self.place = place
            marks = max(0, net)
        }
    }

    /// A quotient of whole numbers, rounded to a tenth.
    public struct Average: Sendable, Hashable {
        public let whole: Int64
        /// 0 to 9.
        public let tenths: Int

        /// - Parameter total: Not below 0.
        /// - Returns: Nil for no parts.
        init?(_ total: Int64, over parts: Int) {
            guard parts > 0 else { return nil }
            let (quotient, rest) = total.quotientAndRemainder(dividingBy: Int64(parts))
            let tenths = (Int(rest) * 10 + parts / 2) / parts
            whole = quotient + Int64(tenths / 10)
            self.tenths = tenths % 10
        }
    }

    /// A time in which nothing was counted.
    public struct Gap: Sendable, Hashable {
        public let milliseconds: Int64
        /// The days it begins and ends on, by the device's own clock and the hour that days begin with.
        public let from, to: CivilDay
    }
}

extension Collection {
    /// The first of the largest; nil where nothing was counted at any place.
    func busiest<Place>() -> Element? where Element == Statistics.Total<Place> {
        var busiest: Element?
        for total in self where total.marks > busiest?.marks ?? 0 { busiest = total }
        return busiest
    }
}

extension Int64 {
    /// The sum, or the nearest number there is. A crash would be a poor answer to a large number.
    func addingWithinBounds(_ other: Int64) -> Int64 {
        let (sum, isOver) = addingReportingOverflow(other)
        return isOver ? (other > 0 ? .max : .min) : sum
    }
}
