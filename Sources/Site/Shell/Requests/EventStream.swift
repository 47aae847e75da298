// Server-sent events (HTML Living Standard §9.2) on their way.

import HTTPTypes
import Hummingbird
import NIOCore

/// The form of an event stream and of its events.
enum EventStream {
    static func response(_ body: ResponseBody) -> Response {
        Response(
            status: .ok,
            // The last one is for nginx, which would buffer the stream.
            headers: [
                .contentType: "text/event-stream", .cacheControl: "no-store",
                .init("x-accel-buffering")!: "no",
            ],
            body: body
        )
    }

    static func event(_ name: String, _ data: Int64) -> ByteBuffer {
        ByteBuffer(string: "event: \(name)\ndata: \(data)\n\n")
    }
}
