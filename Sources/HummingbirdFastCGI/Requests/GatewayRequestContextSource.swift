// The source of a request context for requests from a gateway (FastCGI or CGI)
// rather than Hummingbird's own server.

public import Hummingbird
public import Logging

/// The source of a request's context: its logger and the gateway's variables.
public struct GatewayRequestContextSource: RequestContextSource {
    public let logger: Logger
    public let variables: GatewayVariables

    public init(logger: Logger, variables: GatewayVariables) {
        self.logger = logger
        self.variables = variables
    }
}
