// What entries do to a count, one after the other, whatever it was before them.

/// A count that moves by a number, and stays within bounds.
struct CountMove: Sendable, Hashable {
    private let shift: Int64
    private let floor: Int64
    private let ceiling: Int64

    /// The count stays as it is.
    static let none = CountMove(shift: 0, floor: 0, ceiling: .max)

    private init(shift: Int64, floor: Int64, ceiling: Int64) {
        self.shift = shift
        self.floor = floor
        self.ceiling = ceiling
    }

    /// What an entry that is not undone does. A reset or set settles what is before it; a void by itself does nothing.
    init(_ kind: Entry.Kind?, _ delta: Int64, countThen: Int64) {
        switch kind {
        case .reset, .set: self.init(shift: 0, floor: countThen, ceiling: countThen)
        case .void: self = .none
        case .increment, .decrement, nil: self.init(shift: delta, floor: 0, ceiling: .max)
        }
    }

    func count(after count: Int64) -> Int64 { min(max(Self.sum(count, shift), floor), ceiling) }

    /// Both, one after the other.
    func followed(by next: CountMove) -> CountMove {
        CountMove(
            shift: Self.sum(shift, next.shift), floor: next.count(after: floor),
            ceiling: next.count(after: ceiling))
    }

    private static func sum(_ one: Int64, _ other: Int64) -> Int64 {
        let (sum, overflows) = one.addingReportingOverflow(other)
        return overflows ? (other < 0 ? .min : .max) : sum
    }
}
