package import Bytes

/// A TCP segment in an IP packet, to be written (RFC 791 §3.1, RFC 8200 §3, RFC 9293 §3.1).
package struct TCPPacket {
    /// The flags of a segment (RFC 9293 §3.1).
    package struct Flags: OptionSet, Sendable {
        /// The bits.
        package let rawValue: UInt8

        /// Makes flags of their bits.
        package init(rawValue: UInt8) {
            self.rawValue = rawValue
        }

        /// FIN: the sender has no more data.
        package static let fin = Flags(rawValue: 0x01)
        /// SYN: opens a connection.
        package static let syn = Flags(rawValue: 0x02)
        /// RST: resets the connection.
        package static let rst = Flags(rawValue: 0x04)
        /// PSH: the receiver is to pass the data to the application at once.
        package static let psh = Flags(rawValue: 0x08)
        /// ACK: the acknowledgment number is valid.
        package static let ack = Flags(rawValue: 0x10)
    }

    /// The greatest number of bytes that a segment carries here: what fits an Ethernet frame.
    package static let payloadLimit = 1440
    /// The greatest number of bytes that a segment carries in any packet of IP: 16 bits for the length of packet or
    /// segment, less the headers.
    package static let greatestPayload = 65_535 - 40

    /// Who sends it.
    package var source: Endpoint
    /// Who it is for; of the same version of IP as ``source``.
    package var destination: Endpoint
    /// The sequence number of its first byte.
    package var sequence: UInt32
    /// The acknowledgment number: that of the next byte that is expected.
    package var acknowledgment: UInt32
    /// The flags.
    package var flags: Flags

    /// Makes a segment.
    package init(
        from source: Endpoint,
        to destination: Endpoint,
        sequence: UInt32,
        acknowledgment: UInt32,
        flags: Flags
    ) {
        self.source = source
        self.destination = destination
        self.sequence = sequence
        self.acknowledgment = acknowledgment
        self.flags = flags
    }

    /// The length of the headers of IP and TCP in bytes.
    package var headerLength: Int { (source.isIPv6 ? 40 : 20) + Self.segmentHeaderLength }

    private static let segmentHeaderLength = 20

    /// Appends the packet with a payload, its checksums computed.
    ///
    /// - Parameters:
    ///   - payload: at most ``greatestPayload`` bytes.
    ///   - bytes: what it is appended to.
    package func append(carrying payload: RawSpan = RawSpan(), to bytes: inout [UInt8]) {
        precondition(payload.byteCount <= Self.greatestPayload, "a packet of IP has 16 bits for its length")
        let length = Self.segmentHeaderLength + payload.byteCount
        let acknowledgment = flags.contains(.ack) ? acknowledgment : 0
        let ports = UInt32(source.port) << 16 | UInt32(destination.port)
        // Five words of header, a full window.
        let control = UInt32(0x5000_FFFF) | UInt32(flags.rawValue) << 16
        var sum = ChecksumSum()
        // The pseudo-header: the addresses, the length and the protocol.
        sum.add(addressOf: source)
        sum.add(addressOf: destination)
        sum.add(UInt32(length))
        sum.add(UInt32(6))
        sum.add(ports)
        sum.add(sequence)
        sum.add(acknowledgment)
        sum.add(control)
        sum.add(payload)
        bytes.append(addingCapacity: headerLength) { header in
            if source.isIPv6 {
                appendIPv6Header(for: length, to: &header)
            } else {
                appendIPv4Header(for: length, to: &header)
            }
            header.append(bigEndian: ports)
            header.append(bigEndian: sequence)
            header.append(bigEndian: acknowledgment)
            header.append(bigEndian: control)
            // No urgent data.
            header.append(bigEndian: UInt32(sum.checksum) << 16)
        }
        payload.withUnsafeBytes { bytes.append(contentsOf: $0) }
    }

    private func appendIPv4Header(for length: Int, to header: inout OutputSpan<UInt8>) {
        let start = UInt32(0x4500_0000) | UInt32(length + 20)
        // No identification, not to be fragmented; 64 hops; TCP.
        let (fragment, hops) = (UInt32(0x4000), UInt32(0x4006_0000))
        var sum = ChecksumSum()
        sum.add(start)
        sum.add(fragment)
        sum.add(hops)
        sum.add(addressOf: source)
        sum.add(addressOf: destination)
        header.append(bigEndian: start)
        header.append(bigEndian: fragment)
        header.append(bigEndian: hops | UInt32(sum.checksum))
        header.append(bigEndian: UInt32(truncatingIfNeeded: source.addressLow))
        header.append(bigEndian: UInt32(truncatingIfNeeded: destination.addressLow))
    }

    private func appendIPv6Header(for length: Int, to header: inout OutputSpan<UInt8>) {
        header.append(bigEndian: UInt32(0x6000_0000))
        // TCP; 64 hops.
        header.append(bigEndian: UInt32(length) << 16 | 0x0640)
        header.append(bigEndian: source.addressHigh)
        header.append(bigEndian: source.addressLow)
        header.append(bigEndian: destination.addressHigh)
        header.append(bigEndian: destination.addressLow)
    }
}

/// The sum of the 16-bit words of bytes, for the checksums of IP and TCP (RFC 1071 §1).
private struct ChecksumSum {
    /// The ones' complement sum of the words as a little-endian machine reads them: their order in memory does not
    /// matter until the end (§2 B).
    private var sum: UInt64 = 0

    /// Adds a number, as it stands in packets: its highest byte first.
    mutating func add(_ number: UInt32) { add(UInt64(number.byteSwapped)) }

    /// Adds the address of an endpoint.
    mutating func add(addressOf endpoint: Endpoint) {
        add(UInt32(truncatingIfNeeded: endpoint.addressLow))
        guard endpoint.isIPv6 else { return }
        add(UInt32(truncatingIfNeeded: endpoint.addressLow >> 32))
        add(UInt32(truncatingIfNeeded: endpoint.addressHigh))
        add(UInt32(truncatingIfNeeded: endpoint.addressHigh >> 32))
    }

    /// Adds bytes; those of all calls but the last are even in number.
    mutating func add(_ bytes: RawSpan) {
        // Eight bytes at a time, their halves apart: four billion of them add up without a carry, so that the compiler
        // takes several at once. In ones' complement both halves count alike (§2 A).
        var low: UInt64 = 0
        var high: UInt64 = 0
        let words = bytes.byteCount / 8
        for index in 0..<words {
            let word = bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: index &* 8, as: UInt64.self)
            low &+= UInt64(littleEndian: word) & 0xFFFF_FFFF
            high &+= UInt64(littleEndian: word) >> 32
        }
        var offset = words * 8
        add(low)
        add(high)
        var rest: UInt64 = 0
        var shift: UInt64 = 0
        while offset < bytes.byteCount {
            rest |= UInt64(bytes.unsafeLoad(fromUncheckedByteOffset: offset, as: UInt8.self)) << shift
            shift += 8
            offset += 1
        }
        add(rest)
    }

    /// Adds words: a carry out of the top is worth 1 at the bottom (§2 A).
    private mutating func add(_ words: UInt64) {
        let (next, overflow) = sum.addingReportingOverflow(words)
        sum = overflow ? next &+ 1 : next
    }

    /// The ones' complement of the sum.
    var checksum: UInt16 {
        var folded = sum
        while folded >> 16 != 0 { folded = (folded & 0xFFFF) + (folded >> 16) }
        return ~UInt16(folded).byteSwapped
    }
}
