// Proofs of the operator's: good for one question, for a minute, and made by nobody else.

import Foundation
import Testing

@testable import Ledger

@Suite struct OperatorProofTests {
    private let bench: Bench
    private let now = Moment(milliseconds: 1_795_456_800_000)

    init() throws { bench = try Bench() }

    private func isGood(_ proof: String, for question: OperatorQuestion, after milliseconds: Int64 = 0) throws
        -> Bool
    {
        let then = Moment(milliseconds: now.milliseconds + milliseconds)
        return try bench.ledger.isOperatorProof(proof, for: question, at: then)
    }

    @Test func `a proof is good for its own question only`() throws {
        let proof = try bench.ledger.operatorProof(for: .visitor, at: now)
        #expect(try isGood(proof, for: .visitor))
        #expect(try !isGood(proof, for: .stream))
    }

    @Test(arguments: [-60_000, 0, 60_000] as [Int64])
    func `it is good for a minute, and as far as clocks may differ`(milliseconds: Int64) throws {
        let proof = try bench.ledger.operatorProof(for: .stream, at: now)
        #expect(try isGood(proof, for: .stream, after: milliseconds))
    }

    @Test(arguments: [-60_001, 60_001, 86_400_000] as [Int64])
    func `it is worth nothing before and after`(milliseconds: Int64) throws {
        let proof = try bench.ledger.operatorProof(for: .stream, at: now)
        #expect(try !isGood(proof, for: .stream, after: milliseconds))
    }

    @Test func `a later time cannot be written into it`() throws {
        let proof = try bench.ledger.operatorProof(for: .stream, at: now)
        let later = now.milliseconds + 100_000
        let forged = proof.replacing("\(now.milliseconds)", with: "\(later)")
        #expect(try !isGood(forged, for: .stream, after: 100_000))
    }

    @Test func `another database's proof is none`() throws {
        let other = try Bench()
        #expect(try !isGood(other.ledger.operatorProof(for: .stream, at: now), for: .stream))
    }

    @Test(arguments: [
        "", ".", "1795456800000", "1795456800000.", "1795456800000.AAAA", "9223372036854775807.AAAA",
        "-9223372036854775808.AAAA", "99999999999999999999.AAAA", "1.2.3", "now.é",
    ])
    func `what is none is refused and ends nothing`(text: String) throws {
        #expect(try !isGood(text, for: .stream))
    }
}
