// What commands say of a fault.

/// What is wrong, and what mends it, each in words.
struct Advice: CustomStringConvertible {
    let says: String
    let mend: String

    init(_ says: String, _ mend: String) {
        self.says = says
        self.mend = mend
    }

    var description: String { "\(says) \(mend)" }
}
