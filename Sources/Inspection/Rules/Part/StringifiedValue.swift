import Bytes

/// A value that a program printed by accident: the text that stands for an object, not the object's bytes.
enum StringifiedValue: Hashable {
    /// `[object File]` and its like: an object of JavaScript.
    case object
    /// `undefined` or `NaN` of JavaScript.
    case undefined
    /// `null`.
    case null
    /// The address of a file on the device: `file:`, `content:`, `ph:`, `blob:`.
    case localAddress
    /// The description of an NSData: `<61626364>` or `{length = 4, bytes = 0x61626364}`.
    case printedData
    /// A printed Swift optional: `Optional("a")`.
    case printedOptional
    /// A text that was encoded as JSON: `"brian"`.
    case encodedText
    /// A printed object with its address: `<UIImage:0x600003a0>`, `<_io.BufferedReader name='x'>`.
    case printedObject

    /// Whether this value may have been sent on purpose.
    var mayBeMeant: Bool { self == .null || self == .encodedText }

    /// The greatest number of bytes that such a value has.
    static let limit = 512

    /// Whether a whole content may be such a value, by its first and last bytes: asked for every part.
    static func mayBe(_ content: ArraySlice<UInt8>) -> Bool {
        guard content.count > 2, let first = content.first, let last = content.last else { return false }
        let second = content[content.startIndex + 1]
        switch first {
        case UInt8(ascii: "\""): return last == first
        case UInt8(ascii: "["): return last == UInt8(ascii: "]")
        case UInt8(ascii: "<"): return last == UInt8(ascii: ">")
        case UInt8(ascii: "{"): return last == UInt8(ascii: "}")
        case UInt8(ascii: "O"): return last == UInt8(ascii: ")")
        case UInt8(ascii: "u"): return last == UInt8(ascii: "d")
        case UInt8(ascii: "n"): return last == UInt8(ascii: "l")
        case UInt8(ascii: "N"): return last == UInt8(ascii: "N")
        case UInt8(ascii: "f"): return second == UInt8(ascii: "i")
        case UInt8(ascii: "c"): return second == UInt8(ascii: "o")
        case UInt8(ascii: "p"): return second == UInt8(ascii: "h")
        case UInt8(ascii: "b"): return second == UInt8(ascii: "l")
        default: return false
        }
    }

    /// Recognises a whole value.
    init?(_ bytes: ArraySlice<UInt8>) {
        guard let first = bytes.first, bytes.count <= Self.limit else { return nil }
        switch first {
        case UInt8(ascii: "["):
            guard Self.isObject(bytes) else { return nil }
            self = .object
        case UInt8(ascii: "u") where bytes.elementsEqual("undefined".utf8),
            UInt8(ascii: "N") where bytes.elementsEqual("NaN".utf8):
            self = .undefined
        case UInt8(ascii: "n") where bytes.elementsEqual("null".utf8): self = .null
        case UInt8(ascii: "f"), UInt8(ascii: "c"), UInt8(ascii: "p"), UInt8(ascii: "b"):
            guard Self.isLocalAddress(bytes) else { return nil }
            self = .localAddress
        case UInt8(ascii: "O"):
            guard bytes.starts(with: "Optional(".utf8), bytes.last == UInt8(ascii: ")") else { return nil }
            self = .printedOptional
        case UInt8(ascii: "{"):
            guard bytes.starts(with: "{length = ".utf8), bytes.last == UInt8(ascii: "}") else { return nil }
            self = .printedData
        case UInt8(ascii: "\""):
            guard bytes.count > 2, bytes.last == first,
                !bytes.dropFirst().dropLast().contains(where: { $0 == first || $0 == 0x0A })
            else { return nil }
            self = .encodedText
        case UInt8(ascii: "<"):
            guard bytes.count > 2, bytes.last == UInt8(ascii: ">") else { return nil }
            let inside = bytes.dropFirst().dropLast()
            if inside.contains(where: { $0.hexValue != nil }),
                inside.allSatisfy({ $0.hexValue != nil || $0 == 0x20 }),
                inside.count(where: { $0.hexValue != nil }) >= 8
            {
                self = .printedData
            } else if Self.hasAddress(inside) {
                self = .printedObject
            } else {
                return nil
            }
        default: return nil
        }
    }

    private static func isObject(_ bytes: ArraySlice<UInt8>) -> Bool {
        guard bytes.starts(with: "[object ".utf8), bytes.last == UInt8(ascii: "]") else { return false }
        let name = bytes.dropFirst(8).dropLast()
        return !name.isEmpty && name.allSatisfy { $0.isTokenCharacter }
    }

    private static func isLocalAddress(_ bytes: ArraySlice<UInt8>) -> Bool {
        guard
            bytes.starts(with: "file:///".utf8) || bytes.starts(with: "content://".utf8)
                || bytes.starts(with: "ph://".utf8) || bytes.starts(with: "blob:http".utf8)
        else { return false }
        return bytes.allSatisfy { $0 > 0x20 }
    }

    /// Whether a printed object shows an address in memory or is one of Python's files.
    private static func hasAddress(_ inside: ArraySlice<UInt8>) -> Bool {
        if inside.starts(with: "_io.".utf8) { return true }
        guard let first = inside.first, first.isTokenCharacter, inside.allSatisfy({ $0 >= 0x20 }) else {
            return false
        }
        return inside.indices.contains { index in
            (inside[index] == UInt8(ascii: ":") || inside[index] == 0x20)
                && inside[index...].dropFirst()
                    .drop { $0 == 0x20 }
                    .starts(with: "0x".utf8)
        }
    }
}
