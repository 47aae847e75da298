// Returns the user's input when it could not be saved.

/// An error that carries the user's input, so that the error page can return it.
/// Its description contains only the reason, because user input is never logged.
struct TypedText: ProblemError, CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    let text: String
    let reason: any Error

    var problem: Problem { Problem(reason) }
    var description: String { "\(reason)" }
    var debugDescription: String { description }
    var customMirror: Mirror { Mirror(self, children: ["reason": reason]) }

    /// Runs `body`; an error takes the input along.
    static func keeping<Value>(_ text: String, _ body: () async throws -> Value) async throws -> Value {
        do {
            return try await body()
        } catch {
            throw TypedText(text: text, reason: error)
        }
    }
}
