// How many requests are handled at once, and which wait for their turn. Knows connections by their keys only.

/// The places of an engine. Whoever sends a body slowly holds one for long, so that half of them are for everybody else.
struct RequestPlaces {
    private let limit: Int
    private var taken = 0
    /// How many of these have a body that was still arriving.
    private var uploads = 0
    /// Connections whose request waits until fewer are being handled.
    private var line: [UInt64] = []
    /// The same of requests whose body is still arriving.
    private var uploadLine: [UInt64] = []

    init(limit: Int) { self.limit = limit }

    private var mostUploads: Int { max(1, limit / 2) }

    var isAnybodyWaiting: Bool { !line.isEmpty || !uploadLine.isEmpty }

    /// Whether no request is being handled or waits.
    var areFree: Bool { taken == 0 && !isAnybodyWaiting }

    /// Takes a place, or one in the line.
    ///
    /// - Parameter isUpload: Whether the request's body is still arriving.
    mutating func take(for key: UInt64, isUpload: Bool) -> Bool {
        guard taken < limit, !isUpload || uploads < mostUploads else {
            if isUpload { uploadLine.appendOnce(key) } else { line.appendOnce(key) }
            return false
        }
        taken += 1
        if isUpload { uploads += 1 }
        return true
    }

    mutating func release(isUpload: Bool) {
        taken -= 1
        if isUpload { uploads -= 1 }
    }

    /// Removes those from the lines for whom there is a place, which they are to take.
    mutating func nextInLine() -> [UInt64] {
        let room = max(0, limit - taken), next = line.prefix(room)
        let nextUploads = uploadLine.prefix(max(0, min(room - next.count, mostUploads - uploads)))
        line.removeFirst(next.count)
        uploadLine.removeFirst(nextUploads.count)
        return Array(next + nextUploads)
    }
}

extension [UInt64] {
    fileprivate mutating func appendOnce(_ key: UInt64) {
        if !contains(key) { append(key) }
    }
}
