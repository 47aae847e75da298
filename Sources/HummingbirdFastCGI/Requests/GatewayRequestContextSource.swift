// The source of a request context for requests from a gateway (FastCGI or CGI)
// rather than Hummingbird's own server.

public import Hummingbird
public import Logging

/// The source of a request's context: its logger and the gateway's variables.
public struct GatewayRequestContextSource: RequestContextSource {
    /// For what the request's handler has to say.
    public let logger: Logger
    /// What the web server says of the request (RFC 3875 §4.1).
    public let variables: GatewayVariables

    /// - Parameter variables: All that came with the request.
    public init(logger: Logger, variables: GatewayVariables) {
        self.logger = logger
        self.variables = variables
    }
}
