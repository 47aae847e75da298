// The vertical axis of a chart: which round numbers get a line, and the height of
// a value. Integer arithmetic that is correct up to the largest number.

/// Lines at round numbers from 0 on, at most four of them.
struct ValueAxis: Sendable, Hashable {
    /// The value at the top of the axis.
    let top: Int64
    let lines: [Int64]

    /// - Parameter top: Not below 0.
    init(upTo top: Int64) {
        self.top = top
        var power: Int64 = 1
        while top / power > 19 { power *= 10 }
        // The smallest of 1, 2, 5, 10, 20 … with at most three lines above 0.
        let step = [power, 2 * power].first { top / $0 <= 3 } ?? 5 * power
        lines = (0...top / step).map { $0 * step }
    }

    /// The height of a value on an axis of this height. Any value above 0 is visible.
    func height(of value: Int64, in height: Int) -> Int {
        guard value > 0, top > 0 else { return 0 }
        let product = UInt64(min(value, top)).multipliedFullWidth(by: UInt64(height))
        let (quotient, rest) = UInt64(top).dividingFullWidth(product)
        return max(2, Int(quotient) + (rest >= UInt64(top) - rest ? 1 : 0))
    }
}
