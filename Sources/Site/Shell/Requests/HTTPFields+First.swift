// Reads one header field.

import HTTPTypes

extension HTTPFields {
    /// The value of the first field of this name. Unlike the subscript it looks for no others to join to it, which takes
    /// longer than all the rest: a request is asked for a dozen of them.
    func first(_ name: HTTPField.Name) -> String? { first { $0.name == name }?.value }
}
