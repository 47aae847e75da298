// What a visit is like through the web server: do events come at once, and whose address does Fivebar see? Asked with a
// proof that only whoever can read the database can make, so that no account is needed and nobody else is answered.

import Foundation
import Glibc
import Ledger
import Site

struct VisitChecks {
    let address: SiteAddress
    let settings: Settings
    let prove: (OperatorQuestion) throws -> String

    /// Of the other half of this machine's own network, and one that is nobody's (RFC 5737).
    private static let other = "127.0.0.2", nobody = "192.0.2.77"

    func results() throws(WebRequest.Fault) -> [CheckResult] {
        guard let usual = try visit() else {
            return [
                .warning(
                    "visitors",
                    """
                    Fivebar at \(address) does not take this database for its own, so it was not asked about events \
                    and addresses.
                    """,
                    mend: "Name the database that it has: FIVEBAR_DATABASE, or --database."
                )
            ]
        }
        // Only an address that leads to this machine itself can be reached from there.
        let second = try? visit(from: Self.other)
        let forged = try? visit(
            from: second == nil ? nil : Self.other,
            ["X-Forwarded-For: \(Self.nobody)", "X-Real-IP: \(Self.nobody)"])
        let believesForged = forged?.address == Self.nobody
        let results = try [
            usual.streams ? stream() : Self.polling,
            Self.visitors(usual, second, believesForged: believesForged),
            Self.signUp(usual.door, address, settings),
        ]
        // Of a server that signs nobody in by names there is nothing to ask.
        guard settings.signsInByWebServer, results.last?.outcome == .ok else { return results }
        return results + [try SignInCheck(address: address, prove: prove).result(of: usual.user)]
    }

    /// What Fivebar knows of a request; nil if it does not answer this.
    private func visit(
        from source: String? = nil, _ headers: [String] = []
    ) throws(WebRequest.Fault) -> OperatorAnswer? {
        let answer = try ask("/health", .visitor, headers, from: source)
        return try? JSONDecoder().decode(OperatorAnswer.self, from: answer.body)
    }

    private func ask(
        _ path: String, _ question: OperatorQuestion, _ headers: [String], from source: String? = nil
    ) throws(WebRequest.Fault) -> WebRequest.Answer {
        let proof: String
        do {
            proof = try prove(question)
        } catch {
            throw .unanswered("the database cannot be read: \(error)")
        }
        return try WebRequest(
            url: address.origin + address.path + path,
            headers: ["\(OperatorAnswer.proofHeader): \(proof)"] + headers, source: source
        ).answer()
    }

    private static let polling = CheckResult.ok(
        "event stream", "There is none, as it is set; open pages ask now and then instead.")

    private func stream() throws(WebRequest.Fault) -> CheckResult {
        // As browsers ask for it: what compresses may hold back.
        Self.stream(try ask("/events", .stream, ["Accept: text/event-stream", "Accept-Encoding: gzip"]))
    }

    static func stream(_ answer: WebRequest.Answer) -> CheckResult {
        let mend = """
            Let the web server hand on /events as it comes: fastcgi_buffering off in nginx, flushpackets=on with \
            Apache's ProxyPass, server.stream-response-body = 2 in lighttpd, as the files in \(Guide.current.examples) do; and so has \
            whatever is in front of it. Where it cannot, set FIVEBAR_EVENTS=off.
            """
        guard answer.status == 200 else {
            return .fault("event stream", "/events does not get to Fivebar: \(answer.status).", mend: mend)
        }
        // Half of it, for a slow machine.
        guard answer.lead > .seconds(OperatorAnswer.pauseLasts / 2) else {
            return .fault(
                "event stream",
                "Events are held back on their way, so open pages hear of changes late or never.", mend: mend)
        }
        return .ok("event stream", "Events come through at once.")
    }

    /// Whether who may come in is what the settings say: where a web server starts Fivebar, that server hands on its own.
    static func signUp(_ door: OperatorAnswer.Door, _ address: SiteAddress, _ settings: Settings)
        -> CheckResult
    {
        let meant = OperatorAnswer.Door(settings.site())
        guard door != meant else {
            return .ok("sign-up", "Who may come in is what the settings say: \(meant.words).")
        }
        let says = "Fivebar at \(address) has \(door.words), and the settings here say \(meant.words)."
        guard door < meant else {
            return .warning(
                "sign-up", says,
                mend: "Write the same into \(Instance.current.settings), which commands read.")
        }
        return .fault(
            "sign-up", says,
            mend: """
                systemctl restart \(Instance.current.service), if it was set since the start. Where a web server starts \
                Fivebar, write it into that server's file as well: \(Guide.current.path("accounts.md")), "A private instance".
                """)
    }

    /// - Parameters:
    ///   - second: What is known of a visit from another address of this machine; nil where that cannot be.
    ///   - believesForged: Whether somebody was taken for whom they said they are.
    static func visitors(
        _ usual: OperatorAnswer, _ second: OperatorAnswer?, believesForged: Bool
    ) -> CheckResult {
        let visits = [usual, second].compactMap { $0 }
        let meansProxy = """
            Tell the web server who the proxy is, so that it takes the address from it and from nobody else: \
            set_real_ip_from and real_ip_header in nginx, mod_remoteip in Apache, mod_extforward in lighttpd, the \
            lines in Caddy's file; \
            \(Guide.current.path("README.md")), "Behind another proxy".
            """
        if let visit = visits.first(where: { !isAddress($0.address) }) {
            let found = visit.address.isEmpty ? "none" : "“\(visit.address)”"
            return .fault(
                "visitors", "Fivebar is told no visitor's address, but \(found): to its limits all are one.",
                mend:
                    "Let the web server hand it on: fastcgi_param REMOTE_ADDR $remote_addr; in nginx. \(meansProxy)"
            )
        }
        if let visit = visits.first(where: { visit in
            let named = visit.forwarded.flatMap(addresses)
            return !named.isEmpty && !named.contains(bare(visit.address))
        }) {
            let named = visit.forwarded.flatMap(addresses).last ?? ""
            return .fault(
                "visitors",
                """
                A proxy says that it forwards for \(named), but Fivebar is told \(visit.address), the proxy's: to its \
                limits all visitors are one.
                """, mend: meansProxy)
        }
        if let second, second.address == usual.address {
            return .warning(
                "visitors",
                """
                Whoever comes from \(other) has the address \(usual.address), as others have: to the limits all \
                visitors may be one.
                """, mend: meansProxy)
        }
        if believesForged {
            return .warning(
                "visitors",
                "Whoever writes X-Forwarded-For or X-Real-IP is believed, and so gets around limits.",
                mend: meansProxy)
        }
        return .ok(
            "visitors", "Fivebar is told each visitor's own address: this machine's is \(usual.address).")
    }

    /// The addresses that the value of a forwarding header names (RFC 7239, and X-Forwarded-For).
    static func addresses(_ value: String) -> [String] {
        value.split { " ,;=\"[]".contains($0) }.compactMap { word in
            let colons = word.count { $0 == ":" }
            let text = bare(colons == 1 ? String(word.prefix { $0 != ":" }) : String(word))
            return isAddress(text) ? text : nil
        }
    }

    /// An IPv4 address as it is written alone.
    private static func bare(_ address: String) -> String {
        address.hasPrefix("::ffff:") && address.contains(".") ? String(address.dropFirst(7)) : address
    }

    private static func isAddress(_ text: String) -> Bool {
        var address = in6_addr()
        return inet_pton(AF_INET, text, &address) == 1 || inet_pton(AF_INET6, text, &address) == 1
    }
}
