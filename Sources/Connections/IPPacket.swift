import CaptureSources

/// An IP packet's header, of either version, and where its payload is.
struct IPPacket {
    /// Whether the addresses are those of IPv6.
    var isIPv6: Bool
    /// The two halves of the sender's address; the high one is 0 for IPv4.
    var source: (high: UInt64, low: UInt64)
    /// The two halves of the receiver's address.
    var destination: (high: UInt64, low: UInt64)
    /// The number of the protocol of the payload, extension headers passed over.
    var transport: UInt8
    /// The offset of the payload.
    var payloadStart: Int
    /// The offset after the payload as captured; bytes after it are padding of the link layer.
    var payloadEnd: Int
    /// The length of the payload by the header, in bytes.
    var payloadLength: Int
    /// What part of a datagram this is; `nil` for a whole one.
    var fragment: Fragment?

    /// The place of a fragment in its datagram.
    struct Fragment {
        /// What the fragments of a datagram have in common besides addresses and protocol.
        var identification: UInt32
        /// The offset of the fragment's first byte in the datagram's payload.
        var offset: Int
        /// Whether more fragments follow.
        var hasMore: Bool
    }

    /// The number of TCP.
    static let tcp: UInt8 = 6
    /// The number of UDP.
    static let udp: UInt8 = 17

    /// Reads an IPv4 header (RFC 791 §3.1).
    ///
    /// - Parameters:
    ///   - bytes: the frame.
    ///   - start: where the header begins in it.
    ///   - originalLength: the length of the frame on the wire.
    /// - Returns: `nil` where the header is not whole or contradicts itself.
    static func ipv4(_ bytes: RawSpan, at start: Int, originalLength: Int) -> IPPacket? {
        guard bytes.byteCount - start >= 20 else { return nil }
        let first = bytes.byte(at: start)
        let headerLength = Int(first & 0x0F) * 4
        guard first >> 4 == 4, headerLength >= 20, bytes.byteCount - start >= headerLength else { return nil }
        let stated = Int(bytes.uint16(at: start + 2))
        // With segmentation offload the length is 0: the packet goes to the frame's end.
        let total = stated == 0 ? originalLength - start : min(stated, originalLength - start)
        guard total >= headerLength else { return nil }
        let flags = bytes.uint16(at: start + 6)
        var fragment: Fragment?
        if flags & 0x3FFF != 0 {
            fragment = Fragment(
                identification: UInt32(bytes.uint16(at: start + 4)),
                offset: Int(flags & 0x1FFF) * 8,
                hasMore: flags & 0x2000 != 0
            )
        }
        var packet = IPPacket(
            isIPv6: false,
            source: (0, UInt64(bytes.uint32(at: start + 12))),
            destination: (0, UInt64(bytes.uint32(at: start + 16))),
            transport: bytes.byte(at: start + 9),
            payloadStart: start + headerLength,
            payloadEnd: min(start + total, bytes.byteCount),
            payloadLength: total - headerLength,
            fragment: fragment
        )
        // Authentication stands between the header and what it protects (RFC 4302 §3.1).
        if packet.transport == 51, fragment == nil {
            return packet.passExtensionHeaders(bytes) ? packet : nil
        }
        return packet
    }

    /// How many extension headers may follow the header of an IPv6 packet: each kind once, and some to spare.
    private static let extensionLimit = 12

    /// Reads an IPv6 header and its extension headers (RFC 8200 §3 and §4); parameters as for IPv4.
    static func ipv6(_ bytes: RawSpan, at start: Int, originalLength: Int) -> IPPacket? {
        guard bytes.byteCount - start >= 40, bytes.byte(at: start) >> 4 == 6 else { return nil }
        let stated = Int(bytes.uint16(at: start + 4))
        let rest = originalLength - start - 40
        // 0 means a jumbogram (RFC 2675) or segmentation offload: the packet goes to the frame's end.
        let length = stated == 0 ? rest : min(stated, rest)
        var packet = IPPacket(
            isIPv6: true,
            source: (bytes.uint64(at: start + 8), bytes.uint64(at: start + 16)),
            destination: (bytes.uint64(at: start + 24), bytes.uint64(at: start + 32)),
            transport: bytes.byte(at: start + 6),
            payloadStart: start + 40,
            payloadEnd: min(start + 40 + length, bytes.byteCount),
            payloadLength: length,
            fragment: nil
        )
        if packet.transport == tcp { return packet }
        return packet.passExtensionHeaders(bytes) ? packet : nil
    }

    /// Moves the payload's start past extension headers, at most to the end of a fragment header (RFC 8200
    /// §4.1).
    ///
    /// - Returns: whether they are complete, and within the limit.
    mutating func passExtensionHeaders(_ bytes: RawSpan) -> Bool {
        for _ in 0..<Self.extensionLimit {
            let available = payloadEnd - payloadStart
            let length: Int
            switch transport {
            case 0, 43, 60, 135, 139, 140:
                guard available >= 8 else { return false }
                length = (Int(bytes.byte(at: payloadStart + 1)) + 1) * 8
            case 51:
                guard available >= 8 else { return false }
                length = (Int(bytes.byte(at: payloadStart + 1)) + 2) * 4
            case 44:
                guard available >= 8 else { return false }
                let flags = bytes.uint16(at: payloadStart + 2)
                let part = Fragment(
                    identification: bytes.uint32(at: payloadStart + 4),
                    offset: Int(flags & 0xFFF8),
                    hasMore: flags & 1 != 0
                )
                // A datagram in one fragment is whole (RFC 6946).
                if part.offset != 0 || part.hasMore { fragment = part }
                length = 8
            default: return true
            }
            guard length <= available else { return false }
            transport = bytes.byte(at: payloadStart)
            payloadStart += length
            payloadLength -= length
            // What follows a fragment header belongs to the reassembled datagram.
            if fragment != nil { return true }
        }
        return false
    }
}
