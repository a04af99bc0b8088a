/// The packets of a capture, to be damaged one at a time.
struct PacketFile {
    /// A packet.
    struct Packet {
        /// The seconds and microseconds of its record, as they stand in the file.
        var time: [UInt8]
        /// Its bytes that were captured.
        var bytes: [UInt8]
        /// How many bytes it had on the wire.
        var length: Int
    }

    /// The header of the file, 24 bytes.
    private let header: [UInt8]
    /// The length of the header below IP in bytes.
    private let linkLength: Int
    /// The packets, in order.
    var packets: [Packet] = []

    /// Reads a pcap file of this byte order and of IPv4 over raw IP, Ethernet or BSD loopback.
    ///
    /// - Returns: `nil` where it is another file.
    init?(_ file: [UInt8]) {
        guard file.count >= 24, file.starts(with: [0xD4, 0xC3, 0xB2, 0xA1]) else { return nil }
        header = Array(file[..<24])
        switch file[20] {
        case 0: linkLength = 4
        case 1: linkLength = 14
        case 101: linkLength = 0
        case 113: linkLength = 16
        default: return nil
        }
        var place = 24
        while place + 16 <= file.count {
            let kept = Self.number(file[(place + 8)..<(place + 12)])
            let sent = Self.number(file[(place + 12)..<(place + 16)])
            let end = place + 16 + kept
            guard end <= file.count else { return nil }
            packets.append(
                Packet(
                    time: Array(file[place..<(place + 8)]),
                    bytes: Array(file[(place + 16)..<end]),
                    length: sent
                )
            )
            place = end
        }
    }

    /// The file.
    var bytes: [UInt8] {
        packets.reduce(into: header) { file, packet in
            file += packet.time + Self.little(packet.bytes.count) + Self.little(packet.length) + packet.bytes
        }
    }

    /// Where the payload of TCP begins in a packet.
    func payloadStart(_ index: Int) -> Int {
        let bytes = packets[index].bytes
        let tcp = linkLength + Int(bytes[linkLength] & 0xF) * 4
        return tcp + Int(bytes[tcp + 12] >> 4) * 4
    }

    /// The number of bytes of payload in a packet.
    func payloadLength(_ index: Int) -> Int {
        let bytes = packets[index].bytes
        return linkLength + Int(bytes[linkLength + 2]) << 8 + Int(bytes[linkLength + 3]) - payloadStart(index)
    }

    /// Whether a packet goes to the port that the first packet went to.
    func isFromClient(_ index: Int) -> Bool { destination(index) == destination(0) }

    private func destination(_ index: Int) -> ArraySlice<UInt8> {
        let bytes = packets[index].bytes
        let tcp = linkLength + Int(bytes[linkLength] & 0xF) * 4
        return ArraySlice(Array(bytes[(tcp + 2)..<(tcp + 4)]))
    }

    /// Takes bytes of the payload out of a packet, as when it had been three and the second one was lost.
    mutating func lose(_ range: Range<Int>, ofPacket index: Int) {
        let start = payloadStart(index)
        let length = payloadLength(index)
        let pieces = [0..<range.lowerBound, range.upperBound..<length].filter { !$0.isEmpty }
        let packet = packets[index]
        packets.replaceSubrange(
            index...index,
            with: pieces.map { piece in
                var part = packet
                part.bytes = Array(packet.bytes[..<start])
                part.bytes += packet.bytes[(start + piece.lowerBound)..<(start + piece.upperBound)]
                part.length = part.bytes.count
                let total = part.bytes.count - linkLength
                part.bytes[linkLength + 2] = UInt8(total >> 8)
                part.bytes[linkLength + 3] = UInt8(total & 0xFF)
                let tcp = linkLength + Int(packet.bytes[linkLength] & 0xF) * 4
                let sequence = UInt32(Self.number(packet.bytes[(tcp + 4)..<(tcp + 8)].reversed()))
                let moved = Self.little(Int(sequence &+ UInt32(piece.lowerBound)))
                part.bytes.replaceSubrange((tcp + 4)..<(tcp + 8), with: moved.reversed())
                return part
            }
        )
    }

    private static func number(_ bytes: some BidirectionalCollection<UInt8>) -> Int {
        bytes.reversed().reduce(0) { $0 << 8 | Int($1) }
    }

    private static func little(_ value: Int) -> [UInt8] {
        [0, 8, 16, 24].map { UInt8(value >> $0 & 0xFF) }
    }
}
