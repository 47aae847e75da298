// The cached list of cards must equal a newly rendered one, whatever happened.

import NIOCore
import Testing

@testable import Ledger
@testable import Site

@Suite struct CardListTests {
    private struct Random: RandomNumberGenerator {
        var state: UInt64
        mutating func next() -> UInt64 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return state >> 11 ^ state << 13
        }
    }

    private func counter(_ id: Int64, rank: Int64, revision: Int64, isDeleted: Bool) -> Counter {
        Counter(
            id: id, title: "\(id)", color: 0, isCollapsed: false, count: revision, revision: revision,
            rank: rank, isDeleted: isDeleted, style: .western, step: 1,
            origin: OperationID(bytes: [UInt8](repeating: 0, count: 16)))
    }

    private func draw(_ counter: Counter) -> ByteBuffer {
        // Long enough to be compressed, and with something that another card has, too.
        ByteBuffer(string: "<li>\(counter.id) at \(counter.revision)" + String(repeating: " card", count: 20))
    }

    @Test(arguments: 0..<50)
    func `an updated list is the list drawn anew`(seed: Int) throws {
        var random = Random(state: UInt64(seed))
        var truth: [Int64: Counter] = [:]
        var list = CardList()
        var revision: Int64 = 0
        for _ in 0..<40 {
            var changed: [Int64: Counter] = [:]
            for _ in 0..<Int.random(in: 0..<8, using: &random) {
                revision += 1
                let id = Int64.random(in: 1...100, using: &random)
                changed[id] = counter(
                    id, rank: Int64.random(in: 0...20, using: &random), revision: revision,
                    isDeleted: Int.random(in: 0..<8, using: &random) == 0)
            }
            truth.merge(changed) { $1 }
            // What was deleted long ago is removed, and then no change tells of it.
            let removed = Int.random(in: 0..<4, using: &random) == 0 ? truth.keys.filter { $0 % 5 == 0 } : []
            for id in removed {
                truth[id] = nil
                changed[id] = nil
            }
            let order: (Counter, Counter) -> Bool = { ($0.rank, $0.id) < ($1.rank, $1.id) }
            list.update(
                ChangedCounters(changed: changed.values.sorted(by: order), removed: removed), draw: draw)
            let anew = truth.values.filter { !$0.isDeleted }.sorted(by: order).map(draw)
            // A form that was not asked for in between has to catch up.
            if Bool.random(using: &random) {
                let blocks = list.plainBlocks()
                #expect(
                    blocks.map { String(buffer: $0) }.joined() == anew.map { String(buffer: $0) }.joined())
            }
            if Bool.random(using: &random) {
                let blocks = list.compressedBlocks()
                #expect(try gunzip(blocks.gzip) == anew.map { String(buffer: $0) }.joined())
            }
            #expect(list.count == anew.count)
        }
    }

    @Test func `only what has changed is drawn`() {
        var list = CardList(), drawn: [Int64] = []
        let counters = (1...3).map {
            counter($0, rank: $0, revision: $0, isDeleted: false)
        }
        let draw: (Counter) -> ByteBuffer = {
            drawn.append($0.id)
            return self.draw($0)
        }
        list.update(ChangedCounters(changed: counters, removed: []), draw: draw)
        let changed = counter(2, rank: 2, revision: 4, isDeleted: false)
        list.update(ChangedCounters(changed: [changed], removed: []), draw: draw)
        #expect(drawn == [1, 2, 3, 2])
    }
}
