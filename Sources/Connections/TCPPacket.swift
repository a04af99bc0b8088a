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

    /// The packet with a payload, its checksums computed.
    package func bytes(carrying payload: ArraySlice<UInt8> = []) -> [UInt8] {
        var segment: [UInt8] = []
        segment.reserveCapacity(20 + payload.count)
        append(source.port, to: &segment)
        append(destination.port, to: &segment)
        append(sequence, to: &segment)
        append(flags.contains(.ack) ? acknowledgment : 0, to: &segment)
        // Five words of header, a full window, no urgent data.
        segment += [0x50, flags.rawValue, 0xFF, 0xFF, 0, 0, 0, 0]
        segment += payload
        var pseudoHeader = address(source) + address(destination)
        append(UInt32(segment.count), to: &pseudoHeader)
        append(UInt32(6), to: &pseudoHeader)
        let sum = checksum(of: pseudoHeader, segment)
        segment[16] = UInt8(sum >> 8)
        segment[17] = UInt8(sum & 0xFF)
        return header(for: segment.count) + segment
    }

    private func header(for length: Int) -> [UInt8] {
        var header: [UInt8] = []
        guard source.isIPv6 else {
            header = [0x45, 0]
            append(UInt16(length + 20), to: &header)
            // No identification, not to be fragmented; 64 hops; TCP.
            header += [0, 0, 0x40, 0, 64, 6, 0, 0]
            header += address(source) + address(destination)
            let sum = checksum(of: header, [])
            header[10] = UInt8(sum >> 8)
            header[11] = UInt8(sum & 0xFF)
            return header
        }
        header = [0x60, 0, 0, 0]
        append(UInt16(length), to: &header)
        return header + [6, 64] + address(source) + address(destination)
    }

    private func address(_ endpoint: Endpoint) -> [UInt8] {
        var bytes: [UInt8] = []
        guard endpoint.isIPv6 else {
            append(UInt32(truncatingIfNeeded: endpoint.addressLow), to: &bytes)
            return bytes
        }
        append(endpoint.addressHigh, to: &bytes)
        append(endpoint.addressLow, to: &bytes)
        return bytes
    }

    private func append(_ number: some FixedWidthInteger, to bytes: inout [UInt8]) {
        withUnsafeBytes(of: number.bigEndian) { bytes += $0 }
    }

    /// The ones' complement of the ones' complement sum of all 16-bit words (RFC 1071 §1); the first bytes are even in
    /// number.
    private func checksum(of first: [UInt8], _ second: [UInt8]) -> UInt16 {
        var sum: UInt64 = 0
        for bytes in [first, second] {
            var index = 0
            while index + 1 < bytes.count {
                sum += UInt64(bytes[index]) << 8 | UInt64(bytes[index + 1])
                index += 2
            }
            if index < bytes.count { sum += UInt64(bytes[index]) << 8 }
        }
        while sum >> 16 != 0 { sum = (sum & 0xFFFF) + (sum >> 16) }
        return ~UInt16(sum)
    }
}
