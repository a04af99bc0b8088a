import CaptureSources

/// Counts connections that look like QUIC.
///
/// Nothing is read from them; the count shows a user why requests of HTTP/3 are missing.
struct QUICConnections {
    /// The two ends of a connection, the same for both directions.
    private struct Ends: Hashable {
        var low: UInt64
        var high: UInt64
        var ports: UInt32
    }

    /// The greatest number of connections that are distinguished; further ones are not counted.
    private static let limit = 65_536
    /// The port of HTTPS: packets on it of a connection that began before the capture are most likely QUIC.
    private static let port: UInt16 = 443

    private var seen: Set<Ends> = []

    /// The number of connections.
    var count: Int { seen.count }

    /// Examines a UDP datagram, its header included.
    mutating func take(_ packet: IPPacket, _ datagram: RawSpan) {
        guard datagram.byteCount > 8, seen.count < Self.limit else { return }
        let source = datagram.uint16(at: 0)
        let destination = datagram.uint16(at: 2)
        let payload = datagram.extracting(8...)
        let isOnPort = source == Self.port || destination == Self.port
        // The fixed bit is set in every packet of versions 1 and 2 (RFC 9000 §17.2, §17.3).
        let mayGoOn = isOnPort && payload.byte(at: 0) & 0x40 != 0
        guard mayGoOn || Self.isInitial(payload) else { return }
        let key = Ends(
            low: packet.source.low ^ packet.destination.low,
            high: packet.source.high ^ packet.destination.high,
            ports: UInt32(min(source, destination)) << 16 | UInt32(max(source, destination))
        )
        seen.insert(key)
    }

    /// Whether bytes are an Initial packet of version 1 or 2, or of a draft of version 1 (RFC 9000 §17.2.2,
    /// RFC 9369 §3.2).
    static func isInitial(_ bytes: RawSpan) -> Bool {
        guard bytes.byteCount >= 7, bytes.byte(at: 0) & 0xC0 == 0xC0 else { return false }
        let type = bytes.byte(at: 0) >> 4 & 3
        switch bytes.uint32(at: 1) {
        case 1, 0xFF00_001D...0xFF00_0022: guard type == 0 else { return false }
        case 0x6B33_43CF: guard type == 1 else { return false }
        default: return false
        }
        // Connection ids of these versions have at most 20 bytes, and that of the server at least 8.
        let destination = Int(bytes.byte(at: 5))
        guard (8...20).contains(destination), bytes.byteCount > 6 + destination else { return false }
        return bytes.byte(at: 6 + destination) <= 20
    }
}
