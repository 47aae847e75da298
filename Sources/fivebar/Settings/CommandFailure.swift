// What a command ends with where it cannot do what it was asked for.

/// Why a command failed, as a message for the operator.
struct CommandFailure: Error, CustomStringConvertible {
    let description: String
    /// Whether the same may succeed later, without anybody mending anything.
    let mayPass: Bool

    init(_ sentence: String, mayPass: Bool = false) {
        description = sentence
        self.mayPass = mayPass
    }
}
