import Bytes

/// What languages print for an object: its class, its address, or both.
enum PrintedObject {
    /// Whether a whole value is the description of an object.
    static func isOne(_ bytes: ArraySlice<UInt8>) -> Bool {
        switch bytes.first {
        case UInt8(ascii: "<"):
            bytes.last == UInt8(ascii: ">") && hasAddress(bytes.dropFirst().dropLast())
        // Ruby: `#<File:0x000055d0c8a0b8c8>`.
        case UInt8(ascii: "#"):
            bytes.starts(with: "#<".utf8) && bytes.last == UInt8(ascii: ">")
                && hasAddress(bytes.dropFirst(2).dropLast())
        // Java: `[B@1b6d3586`, `[Ljava.lang.String;@1b6d3586`.
        case UInt8(ascii: "["): isJava(bytes.dropFirst(), isArray: true)
        case UInt8(ascii: "j"): bytes.starts(with: "java".utf8) && isJava(bytes, isArray: false)
        case UInt8(ascii: "S"): isOfNET(bytes) || isOfPerl(bytes)
        case UInt8(ascii: "G"), UInt8(ascii: "H"), UInt8(ascii: "A"), UInt8(ascii: "C"): isOfPerl(bytes)
        // PHP: `Resource id #5`.
        case UInt8(ascii: "R"):
            bytes.starts(with: "Resource id #".utf8) && bytes.count > 13
                && bytes.dropFirst(13).allSatisfy(\.isDigit)
        // Lua: `table: 0x55d0c8a3f2b0`, `file (0x55d0c8a3f2b0)`.
        case UInt8(ascii: "t"), UInt8(ascii: "f"), UInt8(ascii: "u"): isOfLua(bytes)
        // Go: `&{0xc0000b4120}`, `&{[104 105] 0 -1}`.
        case UInt8(ascii: "&"):
            bytes.last == UInt8(ascii: "}") && bytes.allSatisfy { $0 >= 0x20 && $0 < 0x7F }
                && (bytes.starts(with: "&{0xc".utf8)
                    || bytes.starts(with: "&{[".utf8) && bytes.dropFirst(3).first?.isDigit ?? false)
        // Dart: `Instance of 'MultipartFile'`, `File: '/data/a.png'`.
        case UInt8(ascii: "I"), UInt8(ascii: "F"):
            bytes.last == UInt8(ascii: "'")
                && (bytes.starts(with: "Instance of '".utf8) || bytes.starts(with: "File: '".utf8))
        default: false
        }
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

    /// Whether it is a class, `@` and a hash in hexadecimal digits; a class in a package, or one letter for an array.
    private static func isJava(_ bytes: ArraySlice<UInt8>, isArray: Bool) -> Bool {
        guard let at = bytes.lastIndex(of: UInt8(ascii: "@")) else { return false }
        let name = bytes[..<at]
        let hash = bytes[(at + 1)...]
        guard (5...8).contains(hash.count),
            hash.allSatisfy({ $0.hexValue != nil && !($0 >= 0x41 && $0 <= 0x46) }),
            !name.isEmpty, name.allSatisfy({ $0.isTokenCharacter || $0 == UInt8(ascii: ";") })
        else { return false }
        if isArray { return name.count == 1 || name.last == UInt8(ascii: ";") }
        guard let dot = name.lastIndex(of: UInt8(ascii: ".")), dot + 1 < at else { return false }
        return (0x41...0x5A).contains(name[dot + 1])
    }

    /// Whether it is the name of a class of .NET that holds bytes: `System.Byte[]`, `System.IO.FileStream`.
    private static func isOfNET(_ bytes: ArraySlice<UInt8>) -> Bool {
        let names: [StaticString] = [
            "System.Byte[", "System.IO.", "System.Object", "System.String[", "System.Collections.",
            "System.Net.Http.",
            "System.Drawing.", "System.__ComObject",
        ]
        return names.contains { bytes.startsIgnoringCase(with: $0) }
            && bytes.allSatisfy { $0 > 0x20 && $0 < 0x7F }
    }

    /// Whether it is a kind of value and an address, as Lua prints what is no text.
    private static func isOfLua(_ bytes: ArraySlice<UInt8>) -> Bool {
        if bytes.elementsEqual("file (closed)".utf8) { return true }
        let kinds: [StaticString] = ["table: 0x", "userdata: 0x", "file (0x"]
        guard let kind = kinds.first(where: { bytes.startsIgnoringCase(with: $0) }) else { return false }
        let digits = bytes.dropFirst(kind.utf8CodeUnitCount)
        let address = kind.description.hasPrefix("file") ? digits.dropLast() : digits
        return address.count >= 6 && address.allSatisfy { $0.hexValue != nil }
            && (address.count == digits.count || digits.last == UInt8(ascii: ")"))
    }

    /// Whether it is a reference of Perl: `GLOB(0x55d0c8a0b8c8)`.
    private static func isOfPerl(_ bytes: ArraySlice<UInt8>) -> Bool {
        let kinds: [StaticString] = ["GLOB(0x", "HASH(0x", "ARRAY(0x", "SCALAR(0x", "CODE(0x"]
        guard let kind = kinds.first(where: { bytes.startsIgnoringCase(with: $0) }),
            bytes.last == UInt8(ascii: ")")
        else { return false }
        return bytes.dropFirst(kind.utf8CodeUnitCount).dropLast().allSatisfy { $0.hexValue != nil }
    }
}
