// Proofs that a question comes from somebody who can read the database, for which there is no account and no
// passphrase. They are made of the database's own secret, so nothing has to be stored, and a full disk is no hindrance.

import Foundation

/// What a proof is good for.
public enum OperatorQuestion: String, Sendable {
    /// What is known of the request itself: its visitor's address.
    case visitor
    /// A short event stream.
    case stream
}

extension Ledger {
    /// How long a proof is good, in milliseconds; as long the clocks may differ.
    static let operatorProofLifetime: Int64 = 60_000

    /// A proof for one question, to be sent as a header.
    public func operatorProof(for question: OperatorQuestion, at now: Moment) throws -> String {
        try read { database in
            let hash = try database.keyedHash(of: Self.proven(question, now.milliseconds))
            return "\(now.milliseconds).\(hash.base64EncodedString())"
        }
    }

    /// Whether a text is a proof for this question that is still good.
    public func isOperatorProof(
        _ text: String, for question: OperatorQuestion, at now: Moment
    ) throws -> Bool {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        let (earliest, latest) = (
            now.milliseconds - Self.operatorProofLifetime, now.milliseconds + Self.operatorProofLifetime
        )
        guard parts.count == 2, let made = Int64(parts[0]), (earliest...latest).contains(made),
            let given = Data(base64Encoded: String(parts[1]))
        else { return false }
        let own = try read { try $0.keyedHash(of: Self.proven(question, made)) }
        // Each byte is looked at, so that the time it takes tells nothing.
        return given.count == own.count && zip(given, own).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
    }

    /// What is hashed: no other use of the secret begins so.
    private static func proven(_ question: OperatorQuestion, _ made: Int64) -> String {
        "operator \(question.rawValue) \(made)"
    }
}
