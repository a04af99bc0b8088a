package import Bytes

/// Blocks of a section whose packets an interface captured (draft-ietf-opsawg-pcapng §4).
extension PcapNGWriter {
    /// The start of a section: its header and the description of the interface.
    ///
    /// - Parameters:
    ///   - application: the writing program.
    ///   - interface: the interface that captures the packets.
    /// - Returns: two blocks.
    package static func opening(application: String, of interface: CapturedInterface) -> [UInt8] {
        // The section's length is not known yet.
        var section = bytes(UInt32(0x1A2B_3C4D)) + bytes(UInt16(1)) + bytes(UInt16(0)) + bytes(UInt64.max)
        section += option(Option.application, Array(application.utf8)) + endOfOptions
        var body = bytes(interface.linkType.rawValue) + bytes(UInt16(0))
        body += bytes(UInt32(clamping: interface.snapLength))
        body += option(Option.interfaceName, Array(interface.name.utf8))
        if let description = interface.description {
            body += option(Option.interfaceDescription, Array(description.utf8))
        }
        body += option(Option.resolution, [interface.hasNanoseconds ? 9 : 6])
        // 0 is libpcap's language.
        if let filter = interface.filter { body += option(Option.filter, [0] + Array(filter.utf8)) }
        return block(.sectionHeader, section) + block(.interfaceDescription, body + endOfOptions)
    }

    /// The length in bytes of the block of a packet.
    package static func lengthOfBlock(of header: PacketHeader) -> Int { 32 + padded(header.capturedLength) }

    /// Appends the block of a packet as it was captured.
    package static func append(
        _ header: PacketHeader,
        _ packet: RawSpan,
        of interface: CapturedInterface,
        to blocks: inout [UInt8]
    ) {
        let total = UInt32(clamping: lengthOfBlock(of: header))
        append(BlockType.enhancedPacket.rawValue, to: &blocks)
        append(total, to: &blocks)
        append(UInt32(0), to: &blocks)
        appendTime(header.time, of: interface, to: &blocks)
        append(UInt32(clamping: header.capturedLength), to: &blocks)
        append(UInt32(clamping: header.originalLength), to: &blocks)
        packet.withUnsafeBytes { blocks.append(contentsOf: $0) }
        for _ in header.capturedLength..<padded(header.capturedLength) { blocks.append(0) }
        append(total, to: &blocks)
    }

    /// The lines of a key log, for the packets that follow.
    ///
    /// - Parameter keyLog: whole lines.
    /// - Returns: one block.
    package static func secrets(_ keyLog: [UInt8]) -> [UInt8] {
        let padding = [UInt8](repeating: 0, count: padded(keyLog.count) - keyLog.count)
        let kind = bytes(DecryptionSecrets.Kind.tlsKeyLog.rawValue)
        return block(.decryptionSecrets, kind + bytes(UInt32(clamping: keyLog.count)) + keyLog + padding)
    }

    /// The length in bytes of the block of counts.
    package static let statisticsLength = 64

    /// How many packets the interface received, and how many of them are missing, up to a time.
    ///
    /// - Parameters:
    ///   - counts: the counts since the capture began.
    ///   - time: when they were taken.
    ///   - interface: the interface.
    /// - Returns: one block.
    package static func statistics(
        _ counts: DropCounts,
        at time: Timestamp?,
        of interface: CapturedInterface
    ) -> [UInt8] {
        var body = bytes(UInt32(0))
        appendTime(time, of: interface, to: &body)
        body += option(Option.received, bytes(UInt64(clamping: counts.received)))
        body += option(Option.droppedByInterface, bytes(UInt64(clamping: counts.byInterface)))
        body += option(Option.droppedByKernel, bytes(UInt64(clamping: counts.byKernel)))
        return block(.interfaceStatistics, body + endOfOptions)
    }

    /// Appends a time in the interface's unit, the upper half first; a time before 1970 as 0.
    private static func appendTime(
        _ time: Timestamp?,
        of interface: CapturedInterface,
        to bytes: inout [UInt8]
    ) {
        let nanoseconds = UInt64(clamping: time?.nanoseconds ?? 0)
        let ticks = interface.hasNanoseconds ? nanoseconds : nanoseconds / 1_000
        append(UInt32(truncatingIfNeeded: ticks >> 32), to: &bytes)
        append(UInt32(truncatingIfNeeded: ticks), to: &bytes)
    }
}
