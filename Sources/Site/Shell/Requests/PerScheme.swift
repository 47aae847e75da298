// What depends on whether the visitor's browser uses HTTPS, and on nothing else of a request.

/// A value for HTTP and one for HTTPS, both made once: each request needs several.
struct PerScheme<Value: Sendable>: Sendable {
    private let plain: Value
    private let secure: Value

    init(_ make: (_ isSecure: Bool) -> Value) {
        plain = make(false)
        secure = make(true)
    }

    subscript(isSecure isSecure: Bool) -> Value { isSecure ? secure : plain }
}
