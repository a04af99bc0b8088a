import Bytes

/// What receivers make of a filename after its escapes: the path is cut off, and what is left may be no name.
enum FilenameReading {
    /// Receivers that keep only what follows the last slash or backslash.
    private static let cutsPaths: Set<Receiver> = [.php, .busboy, .django]
    /// Receivers that keep only what follows the last backslash of a path with a drive or a server.
    private static let cutsDrives: Set<Receiver> = [.pythonMultipart, .defnull]

    /// The text that an application gets; `nil` where the receiver drops the part.
    package static func text(of filename: [UInt8], by receiver: Receiver) -> [UInt8]? {
        switch receiver {
        case .go: return goBase(filename)
        case .busboy:
            let base = base(filename, by: receiver)
            return isDots(base) ? [] : base
        case .django:
            let base = base(unescaped(filename), by: receiver).filter { $0 >= 0x20 && $0 != 0x7F }
            // An empty filename makes a field of the part before this is looked at.
            return !filename.isEmpty && (base.isEmpty || isDots(base)) ? nil : base
        default: return base(filename, by: receiver)
        }
    }

    private static func isDots(_ name: [UInt8]) -> Bool {
        name == [UInt8(ascii: ".")] || name == [UInt8(ascii: "."), UInt8(ascii: ".")]
    }

    /// The last element of a path as Go has it: slashes at its end do not count, and slashes alone are one.
    private static func goBase(_ name: [UInt8]) -> [UInt8] {
        let slash = UInt8(ascii: "/")
        guard let end = name.lastIndex(where: { $0 != slash }) else { return name.isEmpty ? [] : [slash] }
        let path = name[...end]
        return Array(path[((path.lastIndex(of: slash) ?? -1) + 1)...])
    }

    private static func base(_ name: [UInt8], by receiver: Receiver) -> [UInt8] {
        let isSeparator: (UInt8) -> Bool
        if cutsPaths.contains(receiver) {
            isSeparator = { $0 == UInt8(ascii: "/") || $0 == backslash }
        } else if cutsDrives.contains(receiver), hasDrive(name) {
            isSeparator = { $0 == backslash }
        } else {
            return name
        }
        guard let last = name.lastIndex(where: isSeparator) else { return name }
        return Array(name[(last + 1)...])
    }

    private static let backslash = UInt8(ascii: "\\")

    /// Whether a path begins with a drive or with the name of a server.
    private static func hasDrive(_ name: [UInt8]) -> Bool {
        if name.starts(with: [backslash, backslash]) { return true }
        return name.count > 3 && name[1] == UInt8(ascii: ":") && name[2] == backslash
    }

    /// The character references that XML has names for.
    private static let named: [String: UInt8] = [
        "amp": 0x26, "lt": 0x3C, "gt": 0x3E, "quot": 0x22, "apos": 0x27,
    ]

    /// The text with its character references resolved: those with a number, and the five of XML.
    private static func unescaped(_ name: [UInt8]) -> [UInt8] {
        var result: [UInt8] = []
        var rest = name[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "&"), let end = rest.prefix(9).firstIndex(of: UInt8(ascii: ";")),
                let character = character(String(decoding: rest[..<end], as: UTF8.self))
            else {
                result.append(byte)
                continue
            }
            result += Array(String(character).utf8)
            rest = rest[(end + 1)...]
        }
        return result
    }

    private static func character(_ reference: String) -> Character? {
        if let byte = named[reference] { return Character(Unicode.Scalar(byte)) }
        guard reference.hasPrefix("#") else { return nil }
        let digits = reference.dropFirst()
        let number =
            digits.hasPrefix("x") || digits.hasPrefix("X")
            ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
        return number.flatMap(Unicode.Scalar.init).map(Character.init)
    }
}
