// What a request context is made from when the request came through a gateway
// (FastCGI or CGI) and not over a connection of Hummingbird's own.

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
