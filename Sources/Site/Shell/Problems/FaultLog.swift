// How often the log tells of the same fault.

import Ledger
import Synchronization

/// Tells of each fault of the storage once a minute: a full disk refuses every tap, and each line would need room, too.
final class FaultLog: Sendable {
    /// The line of the log that tells of an error.
    struct Line: Equatable {
        /// What the page of whoever had the error says, so that an operator finds the line.
        let number: String
        /// How many errors of the same kind had no line since the one before; nil if this line was written for an earlier error.
        let suppressed: Int?
    }

    private static let interval = Duration.seconds(60)
    private let told = Mutex<[String: (number: String, at: ContinuousClock.Instant, suppressed: Int)]>([:])

    /// The line for an error: a new one, unless one told of the same fault within the last minute.
    ///
    /// - Parameters:
    ///   - number: Of a new line.
    ///   - instant: When the error came, by a clock that nobody sets.
    func line(for error: any Error, number: String, at instant: ContinuousClock.Instant = .now) -> Line {
        // What is no fault of the storage is one of ours, and each may have another cause.
        guard let fault = error as? StorageFault else { return Line(number: number, suppressed: 0) }
        return told.withLock { told in
            if let last = told[fault.description], instant - last.at < Self.interval {
                told[fault.description]?.suppressed += 1
                return Line(number: last.number, suppressed: nil)
            }
            let line = Line(number: number, suppressed: told[fault.description]?.suppressed ?? 0)
            told[fault.description] = (number, instant, 0)
            return line
        }
    }
}
