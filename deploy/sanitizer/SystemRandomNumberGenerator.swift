// Stands in for Swift's generator while deploy/thread-sanitizer runs. That one has no
// state and takes no memory, so the sanitizer looks at an address that is none.

/// The system's random numbers, from a generator that takes memory.
struct SystemRandomNumberGenerator: RandomNumberGenerator {
    private var calls = 0

    mutating func next() -> UInt64 {
        calls &+= 1
        return UInt64.random(in: .min ... .max)
    }
}
