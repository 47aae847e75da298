// Numbers as dates and times of day are written in formats that machines read.

extension BinaryInteger {
    /// The number with zeros before it, as in 07:05.
    ///
    /// - Parameter digits: As many at least.
    package func padded(to digits: Int = 2) -> String {
        let text = String(magnitude)
        return (self < 0 ? "-" : "") + String(repeating: "0", count: Swift.max(0, digits - text.utf8.count))
            + text
    }
}
