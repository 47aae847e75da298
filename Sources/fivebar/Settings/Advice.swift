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

extension String {
    /// As one word of a shell's line, which an operator may paste as it is.
    var shellWord: String {
        let isPlain =
            !isEmpty && allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "/._-+@%:,=".contains($0)) }
        return isPlain ? self : "'" + replacing("'", with: #"'\''"#) + "'"
    }
}
