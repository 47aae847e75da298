// Frozen with the migration that rewrites operations; see OperationRewriting.swift.

/// JSON in the log's format: sorted keys, no spaces.
indirect enum MigratedJSON {
    case number(Int64), text(String), bool(Bool), array([MigratedJSON]), object([String: MigratedJSON?])

    var text: String {
        switch self {
        case .number(let number): String(number)
        case .bool(let bool): bool ? "true" : "false"
        case .text(let text): Self.quoted(text)
        case .array(let values): "[" + values.map(\.text).joined(separator: ",") + "]"
        case .object(let fields):
            "{"
                + fields.compactMap { key, value in value.map { (key, $0) } }.sorted { $0.0 < $1.0 }
                .map { "\"\($0)\":\($1.text)" }.joined(separator: ",") + "}"
        }
    }

    private static func quoted(_ text: String) -> String {
        var quoted = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": quoted += "\\\""
            case "\\": quoted += "\\\\"
            case "\n": quoted += "\\n"
            case "\t": quoted += "\\t"
            case _ where scalar.value < 0x20:
                let hex = String(scalar.value, radix: 16)
                quoted += "\\u" + String(repeating: "0", count: 4 - hex.count) + hex
            default: quoted.unicodeScalars.append(scalar)
            }
        }
        return quoted + "\""
    }
}
