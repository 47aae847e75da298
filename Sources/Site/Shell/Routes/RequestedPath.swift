// A CGI program answers one request: building the handlers of all routes would take it longer than reading its page's data.

/// The path of the only request that a process answers.
struct RequestedPath {
    private let first: Substring

    init(_ path: String) { first = Self.first(path) }

    /// Whether a route may be the path's. The router compares the rest.
    ///
    /// - Parameter pattern: As Hummingbird describes it, such as `/counters/{id}`.
    func mayMatch(_ pattern: String) -> Bool {
        let part = Self.first(pattern)
        return part == first || part.hasPrefix("{") || part.hasPrefix("*")
    }

    private static func first(_ path: String) -> Substring {
        path.split(separator: "/", maxSplits: 1).first ?? ""
    }
}
