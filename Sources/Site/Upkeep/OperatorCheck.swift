// Answers the questions of `fivebar check` that it asks through the web server: whose address a request has, and whether
// events come through at once. Only whoever can read the database gets an answer, and no account is needed or made.

import HTTPTypes
import Hummingbird
import Ledger
import NIOCore

/// What Fivebar knows of a request of the operator's, as JSON at `/health`.
public struct OperatorAnswer: Codable, Hashable, Sendable {
    /// What limits take for the visitor's address.
    public let address: String
    /// What headers say about who it was forwarded for. They are told here, and believed nowhere.
    public let forwarded: [String]
    /// Whether pages use an event stream.
    public let streams: Bool
    /// Who may come in.
    public let door: Door
    /// The name by which the web server has signed the visitor in; nil if it has signed nobody in.
    public let user: String?

    /// Who may open an account, and who asks them. A door that is further open comes first.
    public struct Door: Codable, Hashable, Comparable, Sendable {
        let signUp: String
        let isWebServers: Bool

        /// That of a site.
        public init(_ configuration: SiteConfiguration) {
            isWebServers = configuration.signsInByWebServer
            // The web server alone says who somebody is then.
            signUp = isWebServers ? "" : configuration.limits.signUp.rawValue
        }

        /// As settings say it.
        public var words: String {
            isWebServers ? "FIVEBAR_REMOTE_USER=yes" : "FIVEBAR_SIGN_UP=\(signUp)"
        }

        private var width: Int {
            isWebServers ? 3 : ["open", "invitation", "closed"].firstIndex(of: signUp) ?? 0
        }

        /// Whether more people come in.
        public static func < (one: Self, other: Self) -> Bool { one.width < other.width }
    }

    /// The header with a proof by `Ledger.operatorProof(for:at:)`.
    public static let proofHeader = "fivebar-check"
    /// Seconds from the first to the second and last event of a stream that is asked for with a proof.
    public static let pauseLasts = 1.5

    /// - Parameter forwarded: What headers say, one after the other, believed or not.
    public init(address: String, forwarded: [String], streams: Bool, door: Door, user: String? = nil) {
        self.door = door
        self.user = user
        self.address = address
        self.forwarded = forwarded
        self.streams = streams
    }
}

/// Answers to whoever proves that they run this site.
struct OperatorCheck: Sendable {
    let ledger: Ledger
    let configuration: SiteConfiguration
    /// Waits between the two events of a stream.
    let pause: @Sendable () async throws -> Void

    private static let proofField = HTTPField.Name(OperatorAnswer.proofHeader)!
    /// Where proxies write who is behind them.
    private static let forwarding = ["x-forwarded-for", "forwarded", "x-real-ip", "cf-connecting-ip"]
        .compactMap { HTTPField.Name($0) }

    init(
        ledger: Ledger, configuration: SiteConfiguration,
        pause: @escaping @Sendable () async throws -> Void = {
            try await Task.sleep(for: .seconds(OperatorAnswer.pauseLasts))
        }
    ) {
        self.ledger = ledger
        self.configuration = configuration
        self.pause = pause
    }

    /// What is known of the request; nil if it proves nothing.
    func visitor(_ request: Request, _ context: SiteContext) throws -> Response? {
        guard try isProven(request, for: .visitor) else { return nil }
        return try .json(
            OperatorAnswer(
                address: context.remoteAddress,
                forwarded: Self.forwarding.flatMap { request.headers[values: $0] },
                streams: configuration.streamsEvents, door: .init(configuration),
                // nginx's $remote_user is empty where there is none.
                user: context.remoteUser.flatMap { $0.isEmpty ? nil : $0 }))
    }

    private func isProven(_ request: Request, for question: OperatorQuestion) throws -> Bool {
        guard let proof = request.headers[Self.proofField] else { return false }
        return try ledger.isOperatorProof(proof, for: question, at: configuration.now())
    }
}

/// Stands before `/events`, which otherwise needs an account.
extension OperatorCheck: RouterMiddleware {
    func handle(
        _ request: Request, context: SiteContext, next: (Request, SiteContext) async throws -> Response
    ) async throws -> Response {
        guard configuration.streamsEvents, try isProven(request, for: .stream) else {
            return try await next(request, context)
        }
        return EventStream.response(
            ResponseBody { [pause] writer in
                for number in 1...2 {
                    if number > 1 { try await pause() }
                    try await writer.write(EventStream.event("check", Int64(number)))
                }
                try await writer.finish(nil)
            })
    }
}
