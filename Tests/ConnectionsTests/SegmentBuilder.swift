import Bytes
import CaptureSources

/// Builds TCP segments, and what they travel in, for tests.
struct SegmentBuilder {
    var sourcePort: UInt16 = 40_000
    var destinationPort: UInt16 = 80
    var sequence: UInt32 = 0
    var acknowledgement: UInt32 = 0
    var flags: UInt8 = Flags.ack
    var payload: [UInt8] = []
    var options: [UInt8] = []
    var isFromClient = true

    enum Flags {
        static let fin: UInt8 = 0x01
        static let syn: UInt8 = 0x02
        static let rst: UInt8 = 0x04
        static let ack: UInt8 = 0x10
    }

    static let clientAddress: [UInt8] = [10, 0, 0, 1]
    static let serverAddress: [UInt8] = [10, 0, 0, 2]

    /// The TCP header and the payload.
    var tcp: [UInt8] {
        let source = isFromClient ? sourcePort : destinationPort
        let destination = isFromClient ? destinationPort : sourcePort
        var bytes = source.bigEndianBytes + destination.bigEndianBytes
        bytes += sequence.bigEndianBytes + acknowledgement.bigEndianBytes
        bytes += [UInt8(20 + options.count) << 2, flags, 0xFF, 0xFF, 0, 0, 0, 0]
        return bytes + options + payload
    }

    /// The segment in an IPv4 packet.
    func ipv4(options: [UInt8] = [], totalLength: Int? = nil) -> [UInt8] {
        let source = isFromClient ? Self.clientAddress : Self.serverAddress
        let destination = isFromClient ? Self.serverAddress : Self.clientAddress
        return Self.ipv4(tcp, from: source, to: destination, options: options, totalLength: totalLength)
    }

    /// An IPv4 packet.
    static func ipv4(
        _ payload: [UInt8],
        from source: [UInt8] = clientAddress,
        to destination: [UInt8] = serverAddress,
        options: [UInt8] = [],
        transport: UInt8 = 6,
        identification: UInt16 = 0,
        fragment: UInt16 = 0,
        totalLength: Int? = nil
    ) -> [UInt8] {
        let length = UInt16(truncatingIfNeeded: totalLength ?? (20 + options.count + payload.count))
        var bytes: [UInt8] = [0x40 | UInt8(5 + options.count / 4), 0] + length.bigEndianBytes
        bytes += identification.bigEndianBytes + fragment.bigEndianBytes
        bytes += [64, transport, 0, 0] + source + destination + options
        return bytes + payload
    }

    /// The addresses of the IPv6 packets of ``ipv6(_:next:)``.
    static let clientAddress6: [UInt8] = [0x20, 0x01, 0x0D, 0xB8] + [UInt8](repeating: 0, count: 11) + [1]
    static let serverAddress6: [UInt8] = [0x20, 0x01, 0x0D, 0xB8] + [UInt8](repeating: 0, count: 11) + [2]

    /// An IPv6 packet from the client to the server.
    static func ipv6(_ payload: [UInt8], next: UInt8 = 6) -> [UInt8] {
        [0x60, 0, 0, 0] + UInt16(payload.count).bigEndianBytes + [next, 64] + clientAddress6 + serverAddress6
            + payload
    }

    /// A packet in an Ethernet frame, after tags.
    static func ethernet(_ packet: [UInt8], type: UInt16 = 0x0800, tags: [UInt8] = []) -> [UInt8] {
        [UInt8](repeating: 2, count: 12) + tags + type.bigEndianBytes + packet
    }
}

extension FixedWidthInteger {
    /// The bytes in network order.
    var bigEndianBytes: [UInt8] { withUnsafeBytes(of: bigEndian) { [UInt8]($0) } }
}
