// What `fivebar check` concludes from what Fivebar knows of its visits.

import Foundation
import Testing

@testable import Ledger
@testable import Site
@testable import fivebar

@Suite struct VisitChecksTests {
    private func answer(_ address: String, _ forwarded: String...) -> OperatorAnswer {
        OperatorAnswer(address: address, forwarded: forwarded, streams: true, door: door(.open))
    }

    private func door(_ signUp: SignUp, isWebServers: Bool = false) -> OperatorAnswer.Door {
        var configuration = SiteConfiguration(
            home: "/nowhere", now: { Moment(milliseconds: 0) }, randomBytes: { _ in [] })
        configuration.limits.signUp = signUp
        configuration.signsInByWebServer = isWebServers
        return .init(configuration)
    }

    @Test(
        arguments: [
            ([:], .open, false, .ok), (["FIVEBAR_SIGN_UP": "closed"], .closed, false, .ok),
            (["FIVEBAR_SIGN_UP": "invitation"], .open, false, .fault),
            (["FIVEBAR_SIGN_UP": "closed"], .invitation, false, .fault),
            (["FIVEBAR_REMOTE_USER": "yes"], .closed, false, .fault),
            (["FIVEBAR_REMOTE_USER": "yes"], .open, true, .ok),
            ([:], .invitation, false, .warning), ([:], .open, true, .warning),
        ] as [([String: String], SignUp, Bool, CheckResult.Outcome)])
    func `a server that lets in whom the settings keep out is a fault`(
        _ environment: [String: String], _ signUp: SignUp, _ isWebServers: Bool,
        _ outcome: CheckResult.Outcome
    ) throws {
        let settings = try Settings(environment: environment.merging(["FIVEBAR_HOME": "/nowhere"]) { $1 })
        let result = VisitChecks.signUp(
            door(signUp, isWebServers: isWebServers), try SiteAddress("https://count.example.org"), settings)
        #expect(result.check == "sign-up" && result.outcome == outcome)
    }

    @Test func `a web server that lets strangers through is a fault, and worse where it believes them`() {
        #expect(SignInCheck.result(letsThrough: false, believes: false).outcome == .ok)
        let asksNobody = SignInCheck.result(letsThrough: true, believes: false)
        #expect(asksNobody.outcome == .fault && asksNobody.says.contains("asks nobody"))
        let believes = SignInCheck.result(letsThrough: true, believes: true)
        #expect(believes.outcome == .fault && believes.mend.contains("auth_basic"))
    }

    private func outcome(
        _ usual: OperatorAnswer, _ second: OperatorAnswer? = nil, believesForged: Bool = false
    ) -> CheckResult.Outcome {
        let result = VisitChecks.visitors(usual, second, believesForged: believesForged)
        #expect(result.check == "visitors" && result.mend.isEmpty == (result.outcome == .ok))
        return result.outcome
    }

    @Test func `visits with addresses of their own are ok, behind a proxy, too`() {
        #expect(outcome(answer("127.0.0.1"), answer("127.0.0.2")) == .ok)
        #expect(outcome(answer("2001:db8::7")) == .ok)
        #expect(outcome(answer("203.0.113.9", "198.51.100.1, 203.0.113.9")) == .ok)
        #expect(outcome(answer("::ffff:203.0.113.9", "203.0.113.9")) == .ok)
    }

    @Test func `the proxy's address in place of the visitor's is a fault`() {
        #expect(outcome(answer("10.0.0.1", "203.0.113.9")) == .fault)
        #expect(outcome(answer("10.0.0.1", "for=\"[2001:db8::7]:4711\";proto=https")) == .fault)
        // The proxy is on this machine, so only the other visit shows it.
        #expect(outcome(answer("127.0.0.1", "127.0.0.1"), answer("127.0.0.1", "127.0.0.2")) == .fault)
    }

    @Test func `one address for all is a warning where no proxy says a word`() {
        #expect(outcome(answer("127.0.0.1"), answer("127.0.0.1")) == .warning)
    }

    @Test func `no address is a fault`() {
        #expect(outcome(answer("")) == .fault)
        #expect(outcome(answer("unix:")) == .fault)
    }

    @Test func `whoever is believed about their own address is a warning`() {
        #expect(outcome(answer("127.0.0.1"), answer("127.0.0.2"), believesForged: true) == .warning)
    }

    @Test func `addresses are read from what proxies write`() {
        #expect(VisitChecks.addresses("203.0.113.9:4711, 198.51.100.1") == ["203.0.113.9", "198.51.100.1"])
        #expect(
            VisitChecks.addresses("for=192.0.2.60;proto=http;by=203.0.113.43") == [
                "192.0.2.60", "203.0.113.43",
            ])
        #expect(VisitChecks.addresses("unknown, _hidden, é") == [])
    }

    @Test func `events that come together at the end were held back`() {
        func result(_ status: Int, _ lead: Duration) -> CheckResult.Outcome {
            VisitChecks.stream(.init(status: status, headers: [:], body: Data(), lead: lead)).outcome
        }
        #expect(result(200, .seconds(1.4)) == .ok)
        #expect(result(200, .milliseconds(20)) == .fault)
        #expect(result(404, .seconds(1.4)) == .fault)
    }
}
