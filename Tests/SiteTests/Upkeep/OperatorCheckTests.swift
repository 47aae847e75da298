// What `fivebar check` is answered through the web server, and that nobody else is.

import Foundation
import HTTPTypes
import Hummingbird
import Testing

@testable import Ledger
@testable import Site

@Suite struct OperatorCheckTests {
    private let place: Place

    init() throws { place = try Place() }

    private func proof(_ question: OperatorQuestion) throws -> HTTPFields {
        let proof = try place.ledger.operatorProof(for: question, at: place.now)
        return [.init(OperatorAnswer.proofHeader)!: proof]
    }

    @Test func `the operator is told the address that a visit has, and what a proxy says`() async throws {
        let headers = try proof(.visitor)
        try await place.visit(address: "198.51.100.7") { visitor in
            let reply = try await visitor.send(
                .get, "/health", headers.and("x-forwarded-for", "203.0.113.9"), nil)
            let answer = try JSONDecoder().decode(OperatorAnswer.self, from: Data(reply.body.utf8))
            #expect(answer.address == "198.51.100.7")
            #expect(answer.forwarded == ["203.0.113.9"])
            #expect(answer.streams)
            #expect(answer.door.words == "FIVEBAR_SIGN_UP=open" && answer.user == nil)
        }
    }

    @Test func `the operator gets two events without an account, also of a private site`() async throws {
        let headers = try proof(.stream)
        for place in [place, try place.moved(signUp: .closed)] {
            try await place.visit { visitor in
                let reply = try await visitor.send(.get, "/events", headers, nil)
                #expect(reply.headers[.contentType] == "text/event-stream")
                #expect(reply.body == "event: check\ndata: 1\n\nevent: check\ndata: 2\n\n")
                #expect(reply.headers[.setCookie] == nil)
            }
        }
        #expect(try place.rows("SELECT COUNT(*) FROM account") == 0)
    }

    @Test func `nobody else is answered`() async throws {
        let visitors = try proof(.visitor), streams = try proof(.stream)
        try await place.visit { visitor in
            for headers: HTTPFields in [[:], streams, [.init(OperatorAnswer.proofHeader)!: "guessed"]] {
                let reply = try await visitor.send(.get, "/health", headers, nil)
                #expect(reply.body.hasPrefix("ok\n"))
            }
            let plain = try await visitor.send(.get, "/events", [:], nil)
            for headers: HTTPFields in [visitors, [.init(OperatorAnswer.proofHeader)!: "guessed"]] {
                let reply = try await visitor.send(.get, "/events", headers, nil)
                #expect(reply.status == plain.status && reply.body == plain.body)
            }
        }
        place.wait(days: 1)
        try await place.visit { visitor in
            let reply = try await visitor.send(.get, "/health", visitors, nil)
            #expect(reply.body.hasPrefix("ok\n"))
        }
    }
}

extension HTTPFields {
    fileprivate func and(_ name: String, _ value: String) -> HTTPFields {
        var fields = self
        fields.append(HTTPField(name: .init(name)!, value: value))
        return fields
    }
}
