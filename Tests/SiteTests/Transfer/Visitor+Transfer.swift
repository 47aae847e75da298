// Somebody who imports a file.

import HTTPTypes
import Hummingbird

@testable import Site

extension Visitor {
    /// Sends a file as a browser's form does.
    func upload(
        _ content: String, name: String = "counters.csv", boundary: String = "----x"
    ) async throws -> Reply {
        let body =
            "--\(boundary)\r\nContent-Disposition: form-data; name=\"file\"; filename=\"\(name)\"\r\n"
            + "Content-Type: text/csv\r\n\r\n\(content)\r\n--\(boundary)--\r\n"
        return try await send(
            .post, "/imports",
            [.fetchSite: "same-origin", .contentType: "multipart/form-data; boundary=\(boundary)"], body)
    }
}
