import Ledger
import Testing

@testable import Site

@Suite("Faults in the log")
struct FaultLogTests {
    let log = FaultLog()
    let start = ContinuousClock.Instant.now

    @Test("a fault of the storage is told once a minute, with how many had none")
    func storage() {
        func line(_ number: String, after seconds: Int) -> FaultLog.Line {
            log.line(for: StorageFault.full, number: number, at: start + .seconds(seconds))
        }
        #expect(line("one", after: 0) == .init(number: "one", suppressed: 0))
        for second in [1, 30, 59] {
            #expect(line("two", after: second) == .init(number: "one", suppressed: nil))
        }
        #expect(line("three", after: 60) == .init(number: "three", suppressed: 3))
        #expect(line("four", after: 119) == .init(number: "three", suppressed: nil))
        #expect(line("five", after: 180) == .init(number: "five", suppressed: 1))
    }

    @Test("each fault has its own minute")
    func kinds() {
        let faults: [StorageFault] = [
            .full, .readOnly, .unreachable("disk I/O error"), .unreachable("out of memory"),
        ]
        for fault in faults { #expect(log.line(for: fault, number: "one", at: start).suppressed == 0) }
        for fault in faults { #expect(log.line(for: fault, number: "two", at: start).suppressed == nil) }
    }

    @Test("every other fault is told")
    func others() {
        struct Bug: Error {}
        for number in ["one", "two"] {
            #expect(log.line(for: Bug(), number: number, at: start) == .init(number: number, suppressed: 0))
        }
    }
}
