/// What a capture can lose of a connection without any fault of those who spoke.
enum Loss: Sendable {
    /// The file ends after so many bytes.
    case cut(Int)
    /// These packets were not captured.
    case packets(Range<Int>)
    /// Every packet was captured up to so many bytes.
    case snapLength(Int)
    /// One packet was captured up to so many bytes.
    case shortPacket(Int, to: Int)
    /// Bytes of one packet's payload were not captured.
    case bytes(Range<Int>, ofPacket: Int)
    /// The capture ends inside of one packet's payload: that packet was two, and only the first was captured.
    case rest(from: Int, ofPacket: Int)
    /// Of one side nothing was captured.
    case direction(fromClient: Bool)

    /// Every loss of a kind that a capture can have, in turn.
    ///
    /// - Parameters:
    ///   - file: the capture.
    ///   - length: the length of the capture in bytes.
    /// - Returns: the losses.
    static func all(of file: PacketFile, length: Int) -> [Loss] {
        let packets = file.packets.indices
        var all: [Loss] = [.direction(fromClient: true), .direction(fromClient: false)]
        all += (24..<length).map { .cut($0) }
        for first in packets {
            all += (1...3).compactMap { first + $0 <= packets.count ? .packets(first..<(first + $0)) : nil }
            all.append(.packets(0..<first))
        }
        let longest = file.packets.map(\.bytes.count).max() ?? 0
        all += (20..<longest).map { .snapLength($0) }
        for packet in packets {
            let payload = file.payloadLength(packet)
            guard payload > 0 else { continue }
            let start = file.payloadStart(packet)
            all += (0..<payload).map { .shortPacket(packet, to: start + $0) }
            for offset in 0..<payload {
                all += (1...3).map { .bytes(offset..<min(offset + $0, payload), ofPacket: packet) }
                // Longer holes, of lengths that have no divisor in common with the offsets.
                let end = offset + 1 + (offset &* 37 &+ packet &* 11) % (payload - offset)
                all.append(.bytes(offset..<end, ofPacket: packet))
                all.append(.bytes(offset..<payload, ofPacket: packet))
                all.append(.rest(from: offset, ofPacket: packet))
            }
        }
        return all
    }

    /// Whether the file itself ends early.
    var isCut: Bool {
        guard case .cut = self else { return false }
        return true
    }

    /// The capture with this loss.
    func applied(to file: PacketFile) -> [UInt8] {
        var file = file
        switch self {
        case .cut(let length): return Array(file.bytes.prefix(length))
        case .packets(let range): file.packets.removeSubrange(range)
        case .snapLength(let length):
            for index in file.packets.indices { file.packets[index].bytes.keepFirst(length) }
        case .shortPacket(let index, let length): file.packets[index].bytes.keepFirst(length)
        case .bytes(let range, let index): file.lose(range, ofPacket: index)
        case .rest(let offset, let index):
            file.lose(offset..<file.payloadLength(index), ofPacket: index)
            file.packets.removeSubrange((index + (offset > 0 ? 1 : 0))...)
        case .direction(let isClient):
            let kept = file.packets.indices.filter { file.isFromClient($0) != isClient }
            file.packets = kept.map { file.packets[$0] }
        }
        return file.bytes
    }
}

extension Array {
    fileprivate mutating func keepFirst(_ count: Int) {
        if self.count > count { removeLast(self.count - count) }
    }
}
