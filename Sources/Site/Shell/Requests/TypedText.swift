// What somebody had typed when it could not be kept.

/// An error on the way of a text that somebody typed, so that the page which
/// tells of it can give the text back. Written down it is the reason alone:
/// what people type is in no log.
struct TypedText: Error, CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    let text: String
    let reason: any Error

    var description: String { "\(reason)" }
    var debugDescription: String { description }
    var customMirror: Mirror { Mirror(self, children: ["reason": reason]) }

    /// Runs `body`; an error takes the text along.
    static func keeping<Value>(_ text: String, _ body: () async throws -> Value) async throws -> Value {
        do {
            return try await body()
        } catch {
            throw TypedText(text: text, reason: error)
        }
    }
}
