// The way of every request, whatever its route: checked, answered by its route or with what is wrong, and completed.

import Hummingbird
import Ledger

/// Does with every request, in this order, what each of its parts is for.
///
/// One middleware, because each asynchronous call has Swift look which thread is to go on: ten of them, which waited for
/// nothing, took more than a tenth of the time of a page that has not changed.
struct SiteMiddleware: RouterMiddleware {
    let log: RequestLog
    let checks: [any RequestCheck]
    let cookies: CookiesQuestion
    let zones: PerScheme<ClientZone.Defaults>
    let table: RouteTable
    let methods: AllowedMethods
    let problems: ProblemPages
    /// For what a route has answered.
    let steps: [any ResponseStep]
    let undelivered: UndeliveredBodies
    /// For error pages as well.
    let headers: SecurityHeaders

    func handle(
        _ request: Request, context: SiteContext, next: (Request, SiteContext) async throws -> Response
    ) async throws -> Response {
        let start = log.begin(context)
        var response: Response
        do {
            for check in checks { try check.check(request, context) }
            do {
                response =
                    try cookies.isNeeded(for: request)
                    ? await cookies.answer(to: request, context)
                    : await ClientZone.$defaults.withValue(zones[isSecure: context.isSecure]) {
                        try await next(request, context)
                    }
            } catch {
                response = try methods.answer(to: error, request, context)
            }
            response.body = try undelivered.count(
                response.body, to: NetworkAddress(context.remoteAddress))
            if let route = context.endpointPath.flatMap({ table.metadata(of: $0, request.method) }) {
                for step in steps { step.complete(&response, to: request, on: route, context) }
            }
        } catch {
            response = problems.answer(to: error, request, context)
        }
        headers.complete(&response, to: request)
        log.end(response, to: request, context, begunAt: start)
        return response
    }
}
