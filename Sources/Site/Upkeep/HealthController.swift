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
    private let looks = Mutex(Looks())

    private struct Looks {
        var last: HealthState?
        /// The look that is under way, for all who ask meanwhile.
        var current: Task<HealthState, any Error>?
    }

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
        let look = looks.withLock { looks -> Task<HealthState, any Error> in
            if let current = looks.current { return current }
            let last = looks.last
            if let last, last.isFresh(at: time) { return Task { last } }
            let look = Task { try await self.look(at: time, after: last) }
            looks.current = look
            return look
        }
        return try await look.value.fault
    }

    private func look(at time: Moment, after last: HealthState?) async throws -> HealthState {
        defer { looks.withLock { $0.current = nil } }
        var found: StorageFault?
        do {
            _ = try ledger.counters(of: 0)
            try await ledger.proveWriting()
        } catch let fault as StorageFault {
            found = fault
        }
        let state = HealthState(at: time, found: found, after: last)
        looks.withLock { $0.last = state }
        return state
    }
}
