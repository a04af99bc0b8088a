extension Endpoint: CustomStringConvertible {
    /// The address and the port: `127.0.0.1:8080`, `[::1]:8080`.
    @usableFromInline
    package var description: String {
        isIPv6
            ? "[\(address)]:\(port)"
            : String(unsafeUninitializedCapacity: Self.greatestDottedLength) { buffer in
                var text = OutputSpan(buffer: buffer, initializedCount: 0)
                text.append(self)
                return text.finalize(for: buffer)
            }
    }

    /// The greatest length of the description of one of IPv4 in bytes: four numbers of three digits, three dots, a colon
    /// and five digits.
    package static let greatestDottedLength = 21

    /// The address alone: dotted decimal for IPv4, the canonical text of RFC 5952 §4 for IPv6.
    ///
    /// An IPv4 address that is mapped into IPv6 is written as `::ffff:192.0.2.1` (RFC 5952 §5).
    package var address: String {
        guard isIPv6 else { return Self.dotted(addressLow) }
        if addressHigh == 0, addressLow >> 32 == 0xFFFF { return "::ffff:" + Self.dotted(addressLow) }
        let groups = [addressHigh, addressLow].flatMap { half in
            [48, 32, 16, 0].map { UInt16(truncatingIfNeeded: half >> UInt64($0)) }
        }
        let texts = groups.map { String($0, radix: 16) }
        guard let zeros = Self.longestZeros(groups) else { return texts.joined(separator: ":") }
        return texts[..<zeros.lowerBound].joined(separator: ":") + "::"
            + texts[zeros.upperBound...].joined(separator: ":")
    }

    private static func dotted(_ low: UInt64) -> String {
        String(unsafeUninitializedCapacity: greatestDottedLength) { buffer in
            var text = OutputSpan(buffer: buffer, initializedCount: 0)
            text.append(dotted: low)
            return text.finalize(for: buffer)
        }
    }

    /// The longest run of at least two zero groups, the first of equal ones (RFC 5952 §4.2).
    private static func longestZeros(_ groups: [UInt16]) -> Range<Int>? {
        var best: Range<Int>?
        var start: Int?
        for index in 0...groups.count {
            if index < groups.count, groups[index] == 0 {
                start = start ?? index
            } else if let from = start {
                if index - from > max(best?.count ?? 1, 1) { best = from..<index }
                start = nil
            }
        }
        return best
    }
}

extension OutputSpan<UInt8> {
    /// Appends the address and the port of an endpoint of IPv4.
    package mutating func append(_ endpoint: Endpoint) {
        append(dotted: endpoint.addressLow)
        append(UInt8(ascii: ":"))
        append(decimal: UInt(endpoint.port))
    }

    /// Appends the four numbers of an address of IPv4.
    fileprivate mutating func append(dotted low: UInt64) {
        for index in 0..<4 {
            if index > 0 { append(UInt8(ascii: ".")) }
            append(decimal: UInt(UInt8(truncatingIfNeeded: low >> UInt64(24 - 8 * index))))
        }
    }
}
