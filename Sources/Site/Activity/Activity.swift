// What a process has done so far, for `fivebar top`: numbers, and nothing about anybody.

public import Ledger

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
        activity.streams = streams.count
        (activity.requests, activity.answers) = meter.current
        activity.writes = ledger.writeActivity
        return activity
    }
}
