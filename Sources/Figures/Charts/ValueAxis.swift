// The vertical axis of a chart: which round numbers get a line, and the height of
// a value. Integer arithmetic that is correct up to the largest number.

/// Lines at 0, at a round number that no value exceeds, and halfway between.
struct ValueAxis: Sendable, Hashable {
    /// The value at the top of the axis.
    let top: Int64
    let lines: [Int64]

    /// - Parameter greatest: The largest value; not below 0.
    init(upTo greatest: Int64) {
        guard greatest > 0 else {
            top = 0
            lines = [0]
            return
        }
        // Ten times the largest power is 10¹⁹, more than an Int64 holds and less than a UInt64.
        var power: UInt64 = 1
        while UInt64(greatest) > 10 * power { power *= 10 }
        // So near to one another that no bar is low for want of one, and each with a round half.
        let tops =
            power == 1 ? [2, 4, 6, 8] : [12, 16, 20, 24, 30, 40, 50, 60, 80].map { $0 * (power / 10) }
        let round = tops.first { $0 >= UInt64(greatest) } ?? 10 * power
        top = Int64(clamping: round)
        lines = [0, Int64(round / 2)] + (UInt64(top) == round ? [top] : [])
    }

    /// The height of a value on an axis of this height. Any value above 0 is visible.
    func height(of value: Int64, in height: Int) -> Int {
        guard value > 0, top > 0 else { return 0 }
        let product = UInt64(min(value, top)).multipliedFullWidth(by: UInt64(height))
        let (quotient, rest) = UInt64(top).dividingFullWidth(product)
        return max(2, Int(quotient) + (rest >= UInt64(top) - rest ? 1 : 0))
    }
}
