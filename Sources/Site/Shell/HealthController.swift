// `/health`, for monitors and for whoever has just set Fivebar up: whether the next tap will be kept, and the version.

import HTTPTypes
import Hummingbird
import Ledger
import NIOCore
import Synchronization

final class HealthController: Sendable {
    private let ledger: Ledger
    private let now: @Sendable () -> Moment
    private let check: OperatorCheck
    private let last = Mutex<HealthLook?>(nil)

    init(ledger: Ledger, now: @escaping @Sendable () -> Moment, check: OperatorCheck) {
        self.ledger = ledger
        self.now = now
        self.check = check
    }

    func show(_ request: Request, _ context: SiteContext) async throws -> Response {
        if let answer = try check.visitor(request, context) { return answer }
        let fault = try await fault()
        let state = fault.map { "not well: \($0)" } ?? "ok"
        return Response(
            status: fault == nil ? .ok : .serviceUnavailable,
            headers: [.contentType: "text/plain", .cacheControl: "no-store", .fivebarAnswer: "yes"],
            body: ResponseBody(
                byteBuffer: ByteBuffer(string: "\(state)\nFivebar \(SiteConfiguration.version)\n"))
        )
    }

    private func fault() async throws -> StorageFault? {
        let time = now()
        let last = self.last.withLock { $0 }
        if let last, last.serves(at: time) { return last.fault }
        var found: StorageFault?
        do {
            _ = try ledger.counters(of: 0)
            try await ledger.proveWriting()
        } catch let fault as StorageFault {
            found = fault
        }
        let look = HealthLook(at: time, found: found, after: last)
        self.last.withLock { $0 = look }
        return look.fault
    }
}

/// What a look at the database found.
struct HealthLook: Sendable {
    /// What to tell a monitor; nil while taps are kept.
    let fault: StorageFault?
    private let at: Moment
    /// Since when somebody else has been writing; nil if nobody is.
    private let busySince: Moment?

    /// Anybody may ask, and each look is a write: this many milliseconds one serves all who do.
    private static let validity: Int64 = 5000
    /// For so long, in milliseconds, it may be a long migration: taps wait, and are not lost. Beyond that, something holds the
    /// database that does not let go.
    private static let longestBusy: Int64 = 60_000
    /// Looks further apart, in milliseconds, do not tell what was between them.
    private static let longestBetween: Int64 = 600_000

    init(at time: Moment, found: StorageFault?, after last: HealthLook?) {
        at = time
        guard found == .busy else {
            fault = found
            busySince = nil
            return
        }
        let since = last.flatMap { $0.isWithin(Self.longestBetween, of: time) ? $0.busySince : nil } ?? time
        busySince = since
        fault = time.milliseconds - since.milliseconds >= Self.longestBusy ? .busy : nil
    }

    /// Whether it is still worth something.
    func serves(at time: Moment) -> Bool { isWithin(Self.validity, of: time) }

    private func isWithin(_ milliseconds: Int64, of time: Moment) -> Bool {
        (0..<milliseconds).contains(time.milliseconds - at.milliseconds)
    }
}
