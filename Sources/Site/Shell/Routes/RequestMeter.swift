// How many requests a process has answered.

import HTTPTypes
import Synchronization

/// Counts requests, all kinds of them under one lock.
final class RequestMeter: Sendable {
    private struct Counts {
        /// By the kind's place.
        var kinds = [Int](repeating: 0, count: RouteKind.allCases.count)
        /// By the first digit of the status.
        var statuses = [Int](repeating: 0, count: 10)
    }
    private let counts = Mutex(Counts())

    func count(_ path: String, _ status: HTTPResponse.Status) {
        let place = RouteKind(of: path).rawValue
        counts.withLock {
            $0.kinds[place] += 1
            $0.statuses[min(max(status.code / 100, 0), 9)] += 1
        }
    }

    /// Those that occurred.
    var current: (requests: [String: Int], answers: [String: Int]) {
        let counts = counts.withLock { $0 }
        let kinds = zip(RouteKind.allCases.map { "\($0)" }, counts.kinds).filter { $1 > 0 }
        let statuses = counts.statuses.enumerated().filter { $1 > 0 }.map { ("\($0)xx", $1) }
        return (Dictionary(uniqueKeysWithValues: kinds), Dictionary(uniqueKeysWithValues: statuses))
    }
}
