// One of many ways in which a schedule's operations can reach the server: each
// device's in order, in lists or alone, some of them repeatedly.

@testable import Ledger

struct Arrival {
    enum Step {
        case list(device: Int, [Operation])
        case alone(device: Int, Operation)
        /// After this many days.
        case tidy(days: Int64)
    }

    private(set) var steps: [Step] = []

    init(of schedule: Schedule, seed: UInt64) {
        var chance = Seeded(seed)
        var waiting = schedule.devices.map { $0[...] }
        var sent: [[Operation]] = [[], [], []]
        let isTidied = schedule.rules == .everything && chance.chance(1, in: 6)
        while let device = waiting.indices.filter({ !waiting[$0].isEmpty }).randomElement(using: &chance) {
            var list = Array(waiting[device].prefix(Int.random(in: 1...6, using: &chance)))
            waiting[device] = waiting[device].dropFirst(list.count)
            sent[device] += list
            // A response was lost: the operation is repeated, possibly in the same list.
            if chance.chance(1, in: 3), let again = sent[device].randomElement(using: &chance) {
                list.append(again)
            }
            if chance.chance(1, in: 3) {
                steps += list.map { Step.alone(device: device, $0) }
            } else {
                steps.append(.list(device: device, list))
            }
            if chance.chance(1, in: 4), let other = sent.indices.filter({ !sent[$0].isEmpty }).first {
                steps.append(.list(device: other, sent[other]))
            }
            if isTidied, chance.chance(1, in: 4) { steps.append(.tidy(days: chance.pick([0, 29, 31]))) }
        }
        for device in sent.indices where !sent[device].isEmpty {
            steps.append(.list(device: device, sent[device]))
        }
    }
}
