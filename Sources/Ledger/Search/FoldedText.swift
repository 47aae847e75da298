// Text normalised for search, so that spelling variants match. Pure, and without
// ICU: uses the standard library's scalar properties, a table of letters
// (``FoldedLetters``) and some arithmetic.

/// Lower-case text without diacritics, in one width and one kind of kana, with
/// single spaces between words.
///
/// Voiced kana stay distinct (か is not が): unlike accents, their marks make other
/// sounds. Hangul is decomposed, so that an incomplete syllable matches its completions.
struct FoldedText: Sendable {
    /// In UTF-8.
    private(set) var bytes: [UInt8] = []
    /// For each byte, the UTF-8 offset in the original text of the scalar it stands for.
    private(set) var origins: [Int] = []
    /// The UTF-8 offset in the original text up to which it is folded.
    private(set) var end = 0
    /// Where a pending space began that is only added if text follows.
    private var space: Int?

    /// - Parameter most: After so many bytes the rest of the text is left out.
    init(_ text: String, upTo most: Int = .max) {
        bytes.reserveCapacity(min(most, text.utf8.count))
        origins.reserveCapacity(min(most, text.utf8.count))
        for scalar in text.unicodeScalars {
            guard bytes.count < most else { break }
            take(scalar, from: end)
            end += scalar.utf8.count
        }
    }

    private mutating func take(_ scalar: Unicode.Scalar, from origin: Int) {
        switch scalar.value {
        case 0x41...0x5A:
            put(UInt8(scalar.value) | 0x20, from: origin)
        case 0x21...0x7E:
            put(UInt8(scalar.value), from: origin)
        case 0...0x7F:
            takeSpace(from: origin)
        case 0xFF01...0xFF5E:
            // Full-width forms, at a constant distance from ASCII.
            if let narrow = Unicode.Scalar(scalar.value - 0xFEE0) { take(narrow, from: origin) }
        case 0x3099, 0x309B, 0xFF9E:
            voice(by: 1)
        case 0x309A, 0x309C, 0xFF9F:
            voice(by: 2)
        case 0xFF66...0xFF9D:
            put(Kana.ofHalfWidth[Int(scalar.value - 0xFF66)], from: origin)
        case 0x30A1...0x30F6, 0x30FD...0x30FE:
            put(Unicode.Scalar(scalar.value - Kana.fromHiragana) ?? scalar, from: origin)
        case 0x3041...0x3096, 0x3400...0x9FFF:
            put(scalar, from: origin)
        case 0xAC00...0xD7A3:
            takeHangul(scalar.value - 0xAC00, from: origin)
        default:
            takeLetter(scalar, from: origin)
        }
    }

    private mutating func takeLetter(_ scalar: Unicode.Scalar, from origin: Int) {
        let properties = scalar.properties
        guard !properties.isWhitespace, properties.generalCategory != .control else {
            return takeSpace(from: origin)
        }
        guard !scalar.isAddition else { return }
        for small in properties.lowercaseMapping.unicodeScalars where !small.isAddition {
            if let letters = FoldedLetters.all[small] {
                for letter in letters { put(letter, from: origin) }
            } else {
                put(small, from: origin)
            }
        }
    }

    private mutating func takeSpace(from origin: Int) {
        if space == nil { space = origin }
    }

    /// Decomposes a syllable (Unicode Standard §3.12).
    ///
    /// - Parameter syllable: Its index among all syllables.
    private mutating func takeHangul(_ syllable: UInt32, from origin: Int) {
        var parts: [UInt32] = [0x1100 + syllable / 588, 0x1161 + syllable % 588 / 28]
        if syllable % 28 > 0 { parts.append(0x11A7 + syllable % 28) }
        for part in parts {
            if let jamo = Unicode.Scalar(part) { put(jamo, from: origin) }
        }
    }

    /// Merges a sound mark into the kana before it, as one letter.
    private mutating func voice(by distance: UInt32) {
        guard space == nil, bytes.count >= 3 else { return }
        let kana = String(decoding: bytes.suffix(3), as: UTF8.self).unicodeScalars
        guard let first = kana.first, kana.count == 1, let voiced = Kana.voiced(first, by: distance) else {
            return
        }
        let origin = origins[origins.count - 3]
        bytes.removeLast(3)
        origins.removeLast(3)
        put(voiced, from: origin)
    }

    private mutating func put(_ scalar: Unicode.Scalar, from origin: Int) {
        for byte in scalar.utf8 { put(byte, from: origin) }
    }

    private mutating func put(_ byte: UInt8, from origin: Int) {
        if let space, !bytes.isEmpty {
            bytes.append(UInt8(ascii: " "))
            origins.append(space)
        }
        space = nil
        bytes.append(byte)
        origins.append(origin)
    }
}

extension Unicode.Scalar {
    /// Whether it only modifies the letter before it, or is invisible: accents,
    /// vowel points, the Arabic tatweel, joiners and selectors. Excludes marks
    /// that are vowels or make another letter (Indic, Thai, kana).
    fileprivate var isAddition: Bool {
        switch properties.canonicalCombiningClass.rawValue {
        case 1...7, 10...36, 200...240: true
        default: value == 0x0640 || properties.isDefaultIgnorableCodePoint
        }
    }
}

/// The regular parts of Unicode's kana.
private enum Kana {
    static let fromHiragana: UInt32 = 0x60

    /// Starting at U+FF66.
    static let ofHalfWidth = Array(
        "をぁぃぅぇぉゃゅょっーあいうえおかきくけこさしすせそたちつてとなにぬねのはひふへほまみむめもやゆよらりるれろわん".unicodeScalars)

    private static let soft = Set("かきくけこさしすせそたちつてとはひふへほゝ".unicodeScalars)
    private static let hard = Set("はひふへほ".unicodeScalars)

    /// The kana with its sound mark.
    ///
    /// - Parameter distance: 1 for ゛, 2 for ゜.
    static func voiced(_ kana: Unicode.Scalar, by distance: UInt32) -> Unicode.Scalar? {
        if kana == "う", distance == 1 { return "\u{3094}" }
        guard (distance == 1 ? soft : hard).contains(kana) else { return nil }
        return Unicode.Scalar(kana.value + distance)
    }
}
