// What a process has done so far, for `fivebar top`: numbers, and nothing about anybody.

import HTTPTypes
import Hummingbird
public import Ledger
import Synchronization

/// What a serving process has done since its start.
public struct Activity: Codable, Hashable, Sendable {
    /// The version of Fivebar that the process runs.
    public var version = SiteConfiguration.version
    /// The process's number.
    public var process: Int32
    /// Seconds since it started to serve.
    public var uptime: Double
    /// The bytes of memory it has.
    public var memory: Int64
    /// The event streams that are open now.
    public var streams = 0
    /// Answered requests, by the kind of their route.
    public var requests: [String: Int] = [:]
    /// The same by the class of their status, such as `2xx`.
    public var answers: [String: Int] = [:]
    /// What this process alone has written.
    public var writes = WriteActivity()

    /// - Parameters:
    ///   - uptime: In seconds.
    ///   - memory: In bytes.
    public init(process: Int32, uptime: Double, memory: Int64) {
        self.process = process
        self.uptime = uptime
        self.memory = memory
    }
}

extension Site {
    /// Adds what this site has done.
    public func complete(_ activity: Activity) -> Activity {
        var activity = activity
        activity.streams = revisions.streams.count
        (activity.requests, activity.answers) = meter.current
        activity.writes = ledger.writeActivity
        return activity
    }
}

/// What a route is about, by the first part of its path.
enum RouteKind: Int, CaseIterable {
    case home, counters, goals, operations, changes, events, settings, watch, files, health, other

    /// - Parameter path: Below the base path, with the query.
    init(of path: String) {
        let first = path.utf8.dropFirst().prefix { $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: "?") }
        func reads(_ kind: RouteKind, _ name: StaticString) -> RouteKind {
            first.elementsEqual(UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount))
                ? kind : .other
        }
        // Every request comes by here: it is compared with one word at most.
        self =
            switch (first.count, first.first) {
            case (0, _): .home
            case (8, UInt8(ascii: "c")): reads(.counters, "counters")
            case (5, UInt8(ascii: "g")): reads(.goals, "goals")
            case (10, UInt8(ascii: "o")): reads(.operations, "operations")
            case (7, UInt8(ascii: "c")): reads(.changes, "changes")
            case (6, UInt8(ascii: "e")): reads(.events, "events")
            case (8, UInt8(ascii: "s")): reads(.settings, "settings")
            case (5, UInt8(ascii: "w")): reads(.watch, "watch")
            case (6, UInt8(ascii: "h")): reads(.health, "health")
            case (6, UInt8(ascii: "a")): reads(.files, "assets")
            case (5, UInt8(ascii: "s")): reads(.files, "sw.js")
            default: .other
            }
    }
}

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
