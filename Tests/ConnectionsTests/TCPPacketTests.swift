import Bytes
import Connections
import Testing

/// Packets that are written: their fields and checksums.
struct TCPPacketTests {
    /// The ones' complement sum of 16-bit words (RFC 1071 §1); 0xFFFF over what holds its own checksum.
    private func sum(_ bytes: [UInt8]) -> UInt32 {
        var sum: UInt32 = 0
        for index in stride(from: 0, to: bytes.count, by: 2) {
            sum += UInt32(bytes[index]) << 8 | (index + 1 < bytes.count ? UInt32(bytes[index + 1]) : 0)
        }
        while sum >> 16 != 0 { sum = (sum & 0xFFFF) + (sum >> 16) }
        return sum
    }

    private func packet(_ source: String, _ destination: String, _ payload: [UInt8]) throws -> [UInt8] {
        let packet = TCPPacket(
            from: try #require(Endpoint(address: source, port: 0x1234)),
            to: try #require(Endpoint(address: destination, port: 80)),
            sequence: 0xDEAD_BEEF,
            acknowledgment: 0x0102_0304,
            flags: [.psh, .ack]
        )
        // Behind other bytes, as in a file.
        var bytes: [UInt8] = [1, 2, 3]
        packet.append(carrying: payload.span.bytes, to: &bytes)
        #expect(packet.headerLength == bytes.count - 3 - payload.count)
        return Array(bytes[3...])
    }

    @Test(arguments: [
        [], [0x61], [0x61, 0x62], [UInt8](repeating: 0xFF, count: 1440),
        (0..<65_495).map { UInt8(truncatingIfNeeded: $0 * 7) },
    ])
    func `an IPv4 packet has right lengths and checksums`(_ payload: [UInt8]) throws {
        let packet = try packet("192.0.2.1", "198.51.100.7", payload)
        #expect(packet.count == 40 + payload.count)
        #expect(Int(packet[2]) << 8 | Int(packet[3]) == packet.count)
        #expect(sum(Array(packet[..<20])) == 0xFFFF)
        let pseudoHeader =
            Array(packet[12..<20]) + [
                0, 6, UInt8((packet.count - 20) >> 8), UInt8((packet.count - 20) & 0xFF),
            ]
        #expect(sum(pseudoHeader + packet[20...]) == 0xFFFF)
        #expect(
            Array(packet[20..<34]) == [0x12, 0x34, 0, 80, 0xDE, 0xAD, 0xBE, 0xEF, 1, 2, 3, 4, 0x50, 0x18]
        )
        #expect(Array(packet[40...]) == payload)
    }

    @Test(arguments: [[], [0x61], [0x61, 0x62, 0x63]])
    func `an IPv6 packet has right lengths and checksums`(_ payload: [UInt8]) throws {
        let packet = try packet("2001:db8::1", "::1", payload)
        #expect(packet.count == 60 + payload.count)
        #expect(packet[0] == 0x60 && packet[6] == 6)
        #expect(Int(packet[4]) << 8 | Int(packet[5]) == packet.count - 40)
        let length = UInt8(packet.count - 40)
        #expect(sum(Array(packet[8..<40]) + [0, 0, 0, length, 0, 0, 0, 6] + packet[40...]) == 0xFFFF)
    }
}
