import Bytes

/// The encoding of a page (Encoding standard), as far as it is decoded here.
package enum PageCharset: Hashable, Sendable {
    /// UTF-8.
    case utf8
    /// windows-1252, which browsers take ISO-8859-1 and ASCII for.
    case windows1252
    /// UTF-16, little-endian or big-endian.
    case utf16(isBigEndian: Bool)
    /// Another one, by its label: bytes outside ASCII are not decoded.
    case other(String)

    /// The encoding that a label names; `nil` for an empty one.
    init?(label: String) {
        let name = label.utf8.map(\.lowercased).drop { $0.isHTMLSpace }
        let text = String(decoding: name.prefix { !$0.isHTMLSpace }, as: UTF8.self)
        switch text {
        case "": return nil
        case "utf-8", "utf8", "unicode-1-1-utf-8", "unicode11utf8", "unicode20utf8", "x-unicode20utf8":
            self = .utf8
        case "windows-1252", "cp1252", "x-cp1252", "cp819", "ascii", "us-ascii", "ansi_x3.4-1968",
            "iso-8859-1",
            "iso8859-1", "iso88591", "iso_8859-1", "iso_8859-1:1987", "iso-ir-100", "ibm819", "csisolatin1",
            "l1", "latin1":
            self = .windows1252
        case "utf-16", "utf-16le", "ucs-2", "unicode", "csunicode", "iso-10646-ucs-2", "unicodefeff":
            self = .utf16(isBigEndian: false)
        case "utf-16be", "unicodefffe": self = .utf16(isBigEndian: true)
        default: self = .other(text)
        }
    }

    /// Labels of other encodings that browsers know; each beginning stands for a family.
    private static let families = [
        "iso-8859-", "iso8859", "windows-", "cp125", "x-cp125", "koi8", "gb", "big5", "euc-", "shift",
        "x-sjis",
        "sjis", "iso-2022-jp", "macintosh", "x-mac", "ibm866", "cp866", "ks_c_5601", "x-euc", "x-gbk",
        "ms_kanji",
        "latin", "l2", "dos-874", "tis-620",
    ]

    /// Whether browsers know the encoding.
    var isKnown: Bool {
        guard case .other(let label) = self else { return true }
        return Self.families.contains { label.hasPrefix($0) }
    }

    /// The name that a form sends for it, and in which it sends (HTML standard, "pick an encoding for the form").
    package var name: String {
        switch self {
        case .utf8, .utf16: "UTF-8"
        case .windows1252: "windows-1252"
        case .other(let label): label
        }
    }

    /// Whether a form of a page in it sends UTF-8.
    package var sendsUTF8: Bool { name == "UTF-8" }

    /// The bytes of a text in the encoding in which a form sends: a character that it lacks becomes a reference.
    ///
    /// - Returns: the bytes; `nil` where the encoding is not known and the text is not ASCII.
    package func encode(_ text: String) -> [UInt8]? {
        switch self {
        case .utf8, .utf16: return Array(text.utf8)
        case .windows1252:
            return text.unicodeScalars.flatMap { scalar -> [UInt8] in
                if let byte = Self.byte(of: scalar) { return [byte] }
                return Array("&#\(scalar.value);".utf8)
            }
        case .other: return text.utf8.allSatisfy { $0 < 0x80 } ? Array(text.utf8) : nil
        }
    }

    /// The characters of the bytes 0x80 to 0x9F.
    static let upperControls: [UInt16] = [
        0x20AC, 0x81, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160, 0x2039, 0x0152,
        0x8D, 0x017D, 0x8F, 0x90, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014, 0x02DC, 0x2122,
        0x0161,
        0x203A, 0x0153, 0x9D, 0x017E, 0x0178,
    ]

    private static func byte(of scalar: Unicode.Scalar) -> UInt8? {
        if scalar.value < 0x80 || (0xA0...0xFF).contains(scalar.value) { return UInt8(scalar.value) }
        return upperControls.firstIndex { UInt32($0) == scalar.value }.map { UInt8($0 + 0x80) }
    }
}
