// The hourly sums behind a counter's statistics.

/// Marks counted within an hour, and when. Below 0 if more were subtracted.
struct CountedMarks: Sendable, Hashable {
    private(set) var marks: Int64
    /// Milliseconds since 1970-01-01 UTC.
    private(set) var firstAt: Int64
    private(set) var lastAt: Int64

    init(_ marks: Int64, at moment: Moment) {
        self.marks = marks
        firstAt = moment.milliseconds
        lastAt = moment.milliseconds
    }

    mutating func add(_ other: CountedMarks) {
        marks += other.marks
        firstAt = min(firstAt, other.firstAt)
        lastAt = max(lastAt, other.lastAt)
    }
}

extension [Int64: CountedMarks] {
    /// Adds marks. Only increments and decrements count as marks.
    mutating func add(_ marks: Int64, of kind: Entry.Kind, _ madeAt: Moment, _ zoneOffset: Int) {
        guard marks != 0, kind == .increment || kind == .decrement else { return }
        let hour = WriteContext.hour(of: madeAt, zoneOffset), counted = CountedMarks(marks, at: madeAt)
        if self[hour]?.add(counted) == nil { self[hour] = counted }
    }
}
