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
    private let last = Mutex<(at: Moment, fault: StorageFault?)?>(nil)

    /// Anybody may ask, and each look is a write: this many milliseconds one serves all who do.
    private static let validity: Int64 = 5000

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
        if let last = last.withLock({ $0 }),
            (0..<Self.validity).contains(time.milliseconds - last.at.milliseconds)
        {
            return last.fault
        }
        var fault: StorageFault?
        do {
            _ = try ledger.counters(of: 0)
            try await ledger.proveWriting()
        } catch StorageFault.busy {
            // Somebody writes for long, as a long migration: taps wait, and are not lost.
        } catch let found as StorageFault {
            fault = found
        }
        last.withLock { [fault] in $0 = (time, fault) }
        return fault
    }
}
