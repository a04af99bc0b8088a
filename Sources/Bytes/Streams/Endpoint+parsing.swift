extension Endpoint {
    /// Reads an address in the text form of RFC 4291 §2.2 or in dotted decimal, brackets allowed; `nil` where the text
    /// is a host name or anything else.
    package init?(address text: String, port: Int) {
        guard let port = UInt16(exactly: port) else { return nil }
        var text = Substring(text)
        if text.hasPrefix("["), text.hasSuffix("]") { text = text.dropFirst().dropLast() }
        if let low = Self.dotted(text) {
            self.init(addressLow: UInt64(low), port: port)
            return
        }
        // A zone (RFC 4007 §11) is no part of the address.
        guard let groups = Self.groups(text.prefix { $0 != "%" }) else { return nil }
        self.init(
            addressHigh: groups[..<4].reduce(0) { $0 << 16 | UInt64($1) },
            addressLow: groups[4...].reduce(0) { $0 << 16 | UInt64($1) },
            isIPv6: true,
            port: port
        )
    }

    private static func dotted(_ text: Substring) -> UInt32? {
        let numbers = text.split(separator: ".", omittingEmptySubsequences: false)
        guard numbers.count == 4 else { return nil }
        var address: UInt32 = 0
        for number in numbers {
            guard number.count <= 3, number.utf8.allSatisfy({ $0 &- 0x30 < 10 }), let byte = UInt8(number)
            else { return nil }
            address = address << 8 | UInt32(byte)
        }
        return address
    }

    /// The eight groups of an IPv6 address.
    private static func groups(_ text: Substring) -> [UInt16]? {
        guard text.utf8.count <= 45, text.contains(":") else { return nil }
        let halves = text.split(separator: "::", maxSplits: 2, omittingEmptySubsequences: false)
        guard halves.count <= 2 else { return nil }
        var sides: [[UInt16]] = []
        for (index, half) in halves.enumerated() {
            guard let side = groups(half, mayEndDotted: index == halves.count - 1) else { return nil }
            sides.append(side)
        }
        let count = sides.reduce(0) { $0 + $1.count }
        if sides.count == 1 { return count == 8 ? sides[0] : nil }
        return count < 8 ? sides[0] + Array(repeating: 0, count: 8 - count) + sides[1] : nil
    }

    private static func groups(_ half: Substring, mayEndDotted: Bool) -> [UInt16]? {
        if half.isEmpty { return [] }
        var groups: [UInt16] = []
        let texts = half.split(separator: ":", omittingEmptySubsequences: false)
        for (index, text) in texts.enumerated() {
            if mayEndDotted, index == texts.count - 1, let low = dotted(text) {
                groups += [UInt16(low >> 16), UInt16(low & 0xFFFF)]
            } else {
                guard (1...4).contains(text.count), let group = UInt16(text, radix: 16) else { return nil }
                groups.append(group)
            }
        }
        return groups
    }
}
