import Ledger
import Testing

@testable import Site

@Suite("The state of health")
struct HealthStateTests {
    /// What the looks tell, each at a second and with what it found.
    private func told(_ looks: [(second: Int64, found: StorageFault?)]) -> [StorageFault?] {
        var last: HealthState?
        return looks.map { second, found in
            let state = HealthState(at: Moment(milliseconds: 1000 * second), found: found, after: last)
            last = state
            return state.fault
        }
    }

    @Test("who writes for a minute is waited for, and who does not let go is told of")
    func busy() {
        #expect(told([(0, .busy), (30, .busy), (59, .busy)]) == [nil, nil, nil])
        #expect(told([(0, .busy), (60, .busy), (300, .busy)]) == [nil, .busy, .busy])
    }

    @Test("another look in between, or a long time without one, begins anew")
    func anew() {
        #expect(told([(0, .busy), (50, nil), (60, .busy)]) == [nil, nil, nil])
        #expect(told([(0, .busy), (3600, .busy), (3630, .busy), (3660, .busy)]) == [nil, nil, nil, .busy])
        #expect(told([(3600, .busy), (0, .busy), (60, .busy)]) == [nil, nil, .busy])
    }

    @Test("every other fault is told at once")
    func others() {
        #expect(told([(0, .full), (5, .busy), (10, .readOnly), (15, nil)]) == [.full, nil, .readOnly, nil])
    }

    @Test("one look serves all who ask within five seconds")
    func validity() {
        let state = HealthState(at: Moment(milliseconds: 10_000), found: nil, after: nil)
        #expect(
            [9_999, 10_000, 14_999, 15_000].map { state.isFresh(at: Moment(milliseconds: $0)) }
                == [false, true, true, false])
    }
}
