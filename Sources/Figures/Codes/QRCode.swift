// A QR code as one SVG path. Knows nothing of what it says.

import CQREncode

/// The drawing of a QR code (ISO/IEC 18004), in units of one module.
public struct QRCode: Sendable, Hashable {
    /// Modules on each side, without the margin.
    public let size: Int
    /// The `viewBox`, with the light margin that a reader needs on each side.
    public let viewBox: String
    /// The dark modules, as an SVG path.
    public let path: String

    /// ISO/IEC 18004, 6.3.8.
    private static let margin = 4

    /// - Returns: nil for a text that is empty or too long for a code (2,331 bytes).
    public init?(_ text: String) {
        // Level M is readable with 15 % of it hidden.
        guard let code = QRcode_encodeString8bit(text, 0, QR_ECLEVEL_M) else { return nil }
        defer { QRcode_free(code) }
        size = Int(code.pointee.width)
        viewBox = "-\(Self.margin) -\(Self.margin) \(size + 2 * Self.margin) \(size + 2 * Self.margin)"
        let modules = UnsafeBufferPointer(start: code.pointee.data, count: size * size)
        var path = ""
        for row in 0..<size {
            var column = 0
            while column < size {
                let start = column
                // The lowest bit says dark (qrencode.h).
                while column < size, modules[row * size + column] & 1 == 1 { column += 1 }
                let width = column - start
                if width > 0 { path += "M\(start) \(row)h\(width)v1h-\(width)z" }
                column += width > 0 ? 0 : 1
            }
        }
        self.path = path
    }
}
