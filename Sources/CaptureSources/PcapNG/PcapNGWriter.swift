package import Bytes

/// Writes a pcapng file of one section and one interface: of packets that were made up, which begin with an IP header, or
/// of packets as an interface captured them.
///
/// Numbers are little-endian; the times of packets that were made up are in nanoseconds (draft-ietf-opsawg-pcapng §4).
package enum PcapNGWriter {
    /// The options of blocks that are written (§3.5, §4.1, §4.2).
    enum Option {
        static let comment: UInt16 = 1
        static let interfaceName: UInt16 = 2
        static let interfaceDescription: UInt16 = 3
        static let application: UInt16 = 4
        static let resolution: UInt16 = 9
        static let filter: UInt16 = 11
        static let received: UInt16 = 4
        static let droppedByInterface: UInt16 = 5
        static let droppedByKernel: UInt16 = 7
    }

    /// The start of a file: the section header and the interface description.
    ///
    /// - Parameters:
    ///   - application: the writing program.
    ///   - comment: the origin of the packets.
    /// - Returns: two blocks.
    package static func opening(application: String, comment: String) -> [UInt8] {
        var section = bytes(UInt32(0x1A2B_3C4D)) + bytes(UInt16(1)) + bytes(UInt16(0))
        // The section's length is not known yet.
        section += bytes(UInt64.max)
        section += option(Option.comment, Array(comment.utf8))
        section += option(Option.application, Array(application.utf8)) + endOfOptions
        var interface = bytes(LinkType.raw.rawValue) + bytes(UInt16(0)) + bytes(UInt32(0))
        interface += option(Option.interfaceName, Array("reconstructed".utf8))
        interface += option(Option.resolution, [9]) + endOfOptions
        return block(.sectionHeader, section) + block(.interfaceDescription, interface)
    }

    /// A packet; without a time from 1970 or later, it is written as a simple packet block, which has none.
    ///
    /// - Parameters:
    ///   - packet: the packet, from its IP header on.
    ///   - time: when it was captured.
    ///   - comment: a comment on the packet; ignored without a time.
    /// - Returns: one block.
    package static func packet(_ packet: [UInt8], at time: Timestamp?, comment: String? = nil) -> [UInt8] {
        var blocks: [UInt8] = []
        openPacket(ofLength: packet.count, at: time, into: &blocks)
        blocks += packet
        closePacket(ofLength: packet.count, at: time, comment: comment, into: &blocks)
        return blocks
    }

    /// Begins the block of a packet that the caller appends; see ``packet(_:at:comment:)``.
    package static func openPacket(ofLength length: Int, at time: Timestamp?, into blocks: inout [UInt8]) {
        let count = UInt32(clamping: length)
        guard let time = time.flatMap(written) else {
            append(BlockType.simplePacket.rawValue, to: &blocks)
            append(UInt32(clamping: padded(length) + 16), to: &blocks)
            return append(count, to: &blocks)
        }
        blocks.append(addingCapacity: 28) { block in
            block.append(littleEndian: BlockType.enhancedPacket.rawValue)
            // The length of the whole block follows from its end; the first interface.
            block.append(littleEndian: UInt64(0))
            block.append(littleEndian: UInt32(truncatingIfNeeded: time.nanoseconds >> 32))
            block.append(littleEndian: UInt32(truncatingIfNeeded: time.nanoseconds))
            block.append(littleEndian: count)
            block.append(littleEndian: count)
        }
    }

    /// Ends the block of a packet, which was appended since it was begun.
    package static func closePacket(
        ofLength length: Int,
        at time: Timestamp?,
        comment: String?,
        into blocks: inout [UInt8]
    ) {
        for _ in length..<padded(length) { blocks.append(0) }
        guard time.flatMap(written) != nil else {
            return append(UInt32(clamping: padded(length) + 16), to: &blocks)
        }
        var total = 32 + padded(length)
        if let comment {
            let options = option(Option.comment, Array(comment.utf8)) + endOfOptions
            blocks += options
            total += options.count
        }
        append(UInt32(clamping: total), to: &blocks)
        let start = blocks.count - total + 4
        for place in 0..<4 { blocks[start + place] = UInt8(truncatingIfNeeded: total >> (8 * place)) }
    }

    /// A time that a block can hold.
    private static func written(_ time: Timestamp) -> Timestamp? { time.nanoseconds >= 0 ? time : nil }

    /// A length that is a multiple of four.
    static func padded(_ length: Int) -> Int { (length + 3) & ~3 }

    /// Appends a number.
    static func append(_ number: UInt32, to blocks: inout [UInt8]) {
        blocks.append(addingCapacity: 4) { $0.append(littleEndian: number) }
    }

    /// The option that ends a list of options.
    static let endOfOptions: [UInt8] = [0, 0, 0, 0]

    /// An option of a block.
    static func option(_ code: UInt16, _ value: [UInt8]) -> [UInt8] {
        let value = Array(value.prefix(Int(UInt16.max) & ~3))
        return bytes(code) + bytes(UInt16(value.count)) + padded(value)
    }

    /// A block around its body.
    static func block(_ type: BlockType, _ body: [UInt8]) -> [UInt8] {
        let length = bytes(UInt32(clamping: body.count + 12))
        return bytes(type.rawValue) + length + body + length
    }

    /// Bytes padded with zeros to a multiple of four.
    private static func padded(_ bytes: [UInt8]) -> [UInt8] {
        bytes + [UInt8](repeating: 0, count: (4 - bytes.count % 4) % 4)
    }

    /// The bytes of a number.
    static func bytes<Number: FixedWidthInteger>(_ number: Number) -> [UInt8] {
        withUnsafeBytes(of: number.littleEndian) { Array($0) }
    }
}
