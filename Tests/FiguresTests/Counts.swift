// The counts that drawings are tested with.

enum Counts {
    static let powers: [Int64] = (0...18).map { power in (0..<power).reduce(1) { number, _ in number * 10 } }

    /// All counts up to 1,100, every threshold and its neighbours, and the largest counts.
    static let known: [Int64] = {
        let thresholds = powers.flatMap { power in (1...9).map { digit in power * digit } }
        let counts: [Int64] = [25, 50, 75, 125, 150, 175, 9999, 99_999, .max - 1]
        let all = Array(0...1100) + (thresholds + counts).flatMap { [$0 - 1, $0, $0 + 1] } + [.max]
        return Array(Set(all)).sorted()
    }()

    /// Random numbers of every length.
    static let random: [Int64] = {
        var random = SystemRandomNumberGenerator()
        return (0..<10_000).map { _ in
            Int64.random(in: 0 ... .max, using: &random) >> Int64.random(in: 0...62, using: &random)
        }
    }()

    /// Counts with golden drawings, which somebody has reviewed.
    static let agreed: [Int64] = [
        0, 1, 2, 3, 4, 5, 6, 24, 25, 26, 50, 99, 100, 101, 125, 126, 200, 999, 1000, 1001, 4567, 9999, 10_000,
        10_001, 12_345, 99_999, 100_000, 1_000_000, 1_234_567, 123_456_789, .max,
    ]
}
