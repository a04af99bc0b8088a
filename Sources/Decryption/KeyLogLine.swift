import Bytes

/// One line of a key log (RFC 9850 §2).
enum KeyLogLine {
    /// A secret of a session.
    case secret([UInt8], SessionSecrets.Label, ClientRandom)
    /// The premaster secret of an RSA key exchange, or one that is named by a client random.
    case premaster
    /// A comment, nothing, or a secret that decrypts no stream.
    case ignored
    /// Something else.
    case unknown

    private static let labels = SessionSecrets.Label.allCases.map { (Array($0.name.utf8), $0) }
    private static let premasterLabels = [Array("RSA".utf8), Array("PMS_CLIENT_RANDOM".utf8)]

    /// Reads a line without its line feed.
    init(_ line: ArraySlice<UInt8>) {
        var end = line.endIndex
        while end > line.startIndex, line[end - 1] == 0x0D || line[end - 1] == 0x20 { end -= 1 }
        let text = line[line.startIndex..<end]
        guard let first = text.first, first != UInt8(ascii: "#") else {
            self = .ignored
            return
        }
        let words = text.split(separator: 0x20)
        guard words.count == 3, words[0].allSatisfy(Self.isLabelCharacter) else {
            self = .unknown
            return
        }
        if Self.premasterLabels.contains(where: words[0].elementsEqual) {
            self = .premaster
            return
        }
        guard let secret = Self.bytes(words[2]), let random = Self.bytes(words[1]).flatMap(ClientRandom.init)
        else {
            self = .unknown
            return
        }
        guard let label = Self.labels.first(where: { words[0].elementsEqual($0.0) })?.1 else {
            self = .ignored
            return
        }
        self = label.lengths.contains(secret.count) ? .secret(secret, label, random) : .unknown
    }

    private static func isLabelCharacter(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) || byte.isDigit || byte == UInt8(ascii: "_")
    }

    /// The bytes of hexadecimal digits of either case; `nil` where there are others, or an odd number.
    private static func bytes(_ digits: ArraySlice<UInt8>) -> [UInt8]? {
        guard digits.count.isMultiple(of: 2) else { return nil }
        var result: [UInt8] = []
        result.reserveCapacity(digits.count / 2)
        var high: UInt8?
        for digit in digits {
            guard let value = Self.value(of: digit) else { return nil }
            if let upper = high {
                result.append(upper << 4 | value)
                high = nil
            } else {
                high = value
            }
        }
        return result
    }

    private static func value(of digit: UInt8) -> UInt8? {
        switch digit {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): digit - UInt8(ascii: "A") + 10
        default: nil
        }
    }
}
