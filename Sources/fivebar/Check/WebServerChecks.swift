// The web server in front, asked at the address that people use: does it lead here, and does it let everything through?
// Nothing is asked that would make an account or change anything.

import Foundation
import Ledger
import Site

struct WebServerChecks {
    let address: SiteAddress
    /// Nil if they are not whole.
    let files: SiteFiles?
    /// A file of `Public/`, by its path in there, with its content.
    let style: (path: String, content: Data)?
    /// Proves that the operator asks; nil without a sound database.
    let prove: ((OperatorQuestion) throws -> String)?
    let settings: Settings

    func results() -> [CheckResult] {
        var results: [CheckResult] = []
        do {
            let answer = try get("\(address.path)/health"), found = health(answer)
            let leadsHere = answer.status == 200 && found.outcome == .ok
            // For a monitor's sake /health may be open where people are asked who they are. The service worker, unlike a page,
            // makes no account where the web server signs everybody in.
            let asksFirst =
                leadsHere ? try get("\(address.path)/sw.js").status == 401 : answer.status == 401
            results.append(asksFirst ? signIn : found)
            if asksFirst, settings.signsInByWebServer {
                results.append(try SignInCheck(address: address, prove: prove).result(of: nil))
            }
            guard leadsHere, !asksFirst else { return results }
            results += try staticFiles()
            results += try bodies()
            if let prove {
                results += try VisitChecks(address: address, settings: settings, prove: prove).results()
            }
        } catch {
            results.append(silence(error))
        }
        return results
    }

    private func silence(_ fault: WebRequest.Fault) -> CheckResult {
        switch fault {
        case .curlIsMissing:
            .warning(
                "web server", "\(address) was not asked: curl is not installed.", mend: "apt install curl")
        case .unanswered(let reason):
            .fault(
                "web server", "\(address) does not answer: \(reason)",
                mend: """
                    Look at the web server, its log and its certificate. If only this machine cannot reach that \
                    address, ask at another: \(Instance.current.command) check --url ADDRESS
                    """)
        }
    }

    private func get(_ path: String, _ headers: [String] = []) throws(WebRequest.Fault) -> WebRequest.Answer {
        try WebRequest(url: address.origin + path, headers: headers).answer()
    }

    /// Where nobody gets to Fivebar who has not said who they are.
    private var signIn: CheckResult {
        guard !settings.signsInByWebServer else {
            return .ok("web server", "\(address) signs people in, so nothing more was asked there.")
        }
        return .warning(
            "web server",
            "\(address) asks who somebody is before Fivebar does, so nothing more was asked there.",
            mend: """
                Nothing, where the web server is to sign people in (\(Guide.current.path("accounts.md")), "The web server's \
                own sign-in"). Otherwise let it ask nobody.
                """)
    }

    private func health(_ answer: WebRequest.Answer) -> CheckResult {
        let lines = answer.text.split(whereSeparator: \.isNewline),
            own = "Fivebar \(SiteConfiguration.version)"
        let isFivebar = lines.count == 2 && lines[1].hasPrefix("Fivebar ")
        switch answer.status {
        case 200 where isFivebar && lines[1] == own:
            return .ok("web server", "\(address) leads to \(own).")
        case 200 where isFivebar:
            return .fault(
                "web server", "\(address) leads to \(lines[1]), and this is \(own).",
                mend: "systemctl restart \(Instance.current.service), or call the program that serves.")
        case 503 where isFivebar:
            return .fault(
                "web server", "Fivebar at \(address) is \(lines[0]).",
                mend:
                    "The other lines here, or journalctl -u \(Instance.current.service), say what is to be done."
            )
        case 401: return signIn
        case 502...504:
            return .fault(
                "web server",
                "\(address) answers with \(answer.status): the web server does not reach Fivebar.",
                mend:
                    """
                    systemctl status \(Instance.current.socketUnit) \(Instance.current.service); the socket must be \
                    open to the web server's group. Where the web server starts Fivebar, look into its error log: the \
                    last line says why it did not start.
                    """
            )
        case 300..<400:
            return .fault(
                "web server", "\(address) leads on to \(answer.headers["location"] ?? "another address").",
                mend: "Name the address at which people end in FIVEBAR_URL.")
        case 500...:
            return .fault(
                "web server", "\(address) answers with \(answer.status), an error.",
                mend: "Look into the web server's error log: the last line names the setting."
            )
        default:
            return .fault(
                "web server",
                "\(address) answers with \(answer.status) where Fivebar says how it is, at /health.",
                mend:
                    "Let the web server lead there to Fivebar, as the files for it in \(Guide.current.examples) do."
            )
        }
    }

    private func staticFiles() throws(WebRequest.Fault) -> [CheckResult] {
        guard let files, let style else { return [] }
        let path = files.asset(style.path, at: address), name = "static files"
        let plain = try get(path)
        guard plain.status == 200, plain.body == style.content else {
            let found = plain.status == 200 ? "another file than Public/ has" : "\(plain.status)"
            return [
                .fault(
                    name, "\(address.origin)\(path) answers with \(found).",
                    mend: """
                        \(Instance.current.command) assets makes the folder that the web server hands out as /assets/; it must be readable \
                        to it. If it is Fivebar that answers: systemctl restart \(Instance.current.service)
                        """)
            ]
        }
        var results: [CheckResult] = []
        if !(plain.headers["cache-control"]?.contains("immutable") ?? false) {
            results.append(
                .warning(
                    name, "Browsers are not told to keep static files, and ask for them again and again.",
                    mend:
                        "Send Cache-Control \"max-age=31536000, immutable\" with /assets/, as the files in \(Guide.current.examples) do."
                ))
        }
        if results.isEmpty {
            results.append(.ok(name, "They are those of this version, and browsers keep them."))
        }
        return try results + [compression(path)]
    }

    private func compression(_ path: String) throws(WebRequest.Fault) -> CheckResult {
        let coding = try get(path, ["Accept-Encoding: gzip"]).headers["content-encoding"]
        guard coding == nil else { return .ok("compression", "Static files are compressed.") }
        return .warning(
            "compression", "Static files are sent uncompressed, four times as large.",
            mend:
                """
                gzip on and gzip_types in nginx, mod_deflate in Apache, encode gzip in Caddy, as the files in \
                \(Guide.current.examples) have it.
                """
        )
    }

    /// Bodies as large as Fivebar takes. It refuses them without a look, since they say that they are another site's.
    private func bodies() throws(WebRequest.Fault) -> [CheckResult] {
        var results: [CheckResult] = []
        for (path, size, text, limit) in [
            ("/feedback", 200 << 10, "200 KB", "320 KB"), ("/imports", 10 << 20, "10 MB", "10 MB and 4 KB"),
        ] {
            let answer = try WebRequest(
                url: address.origin + address.path + path, headers: ["Sec-Fetch-Site: cross-site"],
                posted: size
            ).answer()
            guard answer.status != 403 || answer.headers[SiteFiles.ownAnswer] == nil else { continue }
            results.append(
                .fault(
                    "large bodies", "What has \(text) does not get to Fivebar at \(path): \(answer.status).",
                    mend: """
                        Let the web server take \(limit) there (client_max_body_size in nginx, LimitRequestBody and \
                        FcgidMaxRequestLen in Apache), as the files in \(Guide.current.examples) do.
                        """))
        }
        return results.isEmpty
            ? [.ok("large bodies", "Long feedback and files of 10 MB get through to Fivebar.")] : results
    }
}
