// A device's zone is kept, but not with each request.

import Ledger
import Testing

@testable import Site

@Suite struct ZoneWritesTests {
    private let start = Moment(milliseconds: 1_795_248_000_000)

    private func later(_ milliseconds: Int64) -> Moment {
        Moment(milliseconds: start.milliseconds + milliseconds)
    }

    @Test func `each device has its turn once in five minutes`() {
        let writes = ZoneWrites()
        #expect(writes.begin(for: 1, at: start))
        #expect(!writes.begin(for: 1, at: later(ZoneWrites.pause - 1)))
        #expect(writes.begin(for: 2, at: later(1)))
        #expect(writes.begin(for: 1, at: later(ZoneWrites.pause)))
        // A clock that was set back.
        #expect(writes.begin(for: 1, at: start))
    }

    @Test func `however many devices there are, they take little room, and have their turn later`() {
        let writes = ZoneWrites()
        for device in 1...10_000 { #expect(writes.begin(for: Device.ID(device), at: start)) }
        #expect(!writes.begin(for: 10_001, at: start))
        #expect(writes.begin(for: 10_001, at: later(ZoneWrites.pause)))
    }

    @Test
    func `whoever sends another zone with each request writes once, and the last one is kept in the end`()
        async throws
    {
        let place = try Place()
        try await place.visit { visitor async throws in
            _ = try await visitor.creates("Robins")
            func zones(_ name: String) throws -> Int {
                try place.rows("SELECT COUNT(*) FROM device WHERE zone = '\(name)'")
            }
            for zone in ["Europe/Berlin", "Asia/Tokyo", "America/Lima"] {
                visitor.keeps("fivebar-zone", zone)
                _ = try await visitor.get("/statistics")
                #expect(try zones("Europe/Berlin") == 1)
            }
            place.wait(days: 1)
            _ = try await visitor.get("/statistics")
            #expect(try zones("America/Lima") == 1)
        }
    }
}
