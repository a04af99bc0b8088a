import Bytes

/// Reads the pcapng format, pushed in pieces of any size.
/// ```
///   ┌ section header ┐┌ interface ┐┌ interface ┐┌ enhanced packet ┐┌ secrets ┐┌ section header …
///   │ byte order     ││ 0         ││ 1         ││ interface, time ││         ││ everything anew
/// ```
/// Every block is `type, total length, body, total length`. Unknown ones are skipped.
/// (draft-ietf-opsawg-pcapng.)
package struct PcapNGReader {
    /// Whether reading stopped because of damage.
    package private(set) var isStopped = false

    var partial = PartialRecord()
    var emitter: PacketEmitter
    let limits: CaptureLimits
    var isBigEndian = false
    var interfaces: [InterfaceDescription] = []
    var hasReportedInterface = false
    private var statistics = InterfaceStatistics()

    /// Makes a reader that passes on the packets that match `filter`.
    package init(filter: PacketFilter? = nil, limits: CaptureLimits = CaptureLimits()) {
        emitter = PacketEmitter(filter: filter)
        self.limits = limits
        partial.needed = 12
    }

    /// Reads the next bytes of the file.
    package mutating func push(_ bytes: RawSpan, into handler: inout some PacketHandler) {
        feed(bytes, into: &handler)
    }

    /// Marks the end of the file: an incomplete block is reported as a fault, and what the capturing program dropped.
    package mutating func finish(into handler: inout some PacketHandler) {
        finishBlock(into: &handler)
        let dropped = statistics.dropped
        guard dropped.dropped > 0 else { return }
        emitter.problem(
            CaptureProblem(
                .droppedPackets,
                "\(dropped.sentence), as the capture says: uploads that they belong to have gaps",
                at: nil
            ),
            to: &handler
        )
    }

    private mutating func finishBlock(into handler: inout some PacketHandler) {
        guard !isStopped, partial.isInsideRecord || partial.end == 0 else { return }
        let due = max(partial.skipped, partial.needed - partial.bytes.count)
        emitter.problem(
            CaptureProblem(
                .truncatedFile,
                "the file ends after \(partial.end) bytes, in a block of which at least \(due) bytes are missing, "
                    + "after packet \(emitter.frameCount)",
                at: partial.end
            ),
            to: &handler
        )
        isStopped = true
    }

    mutating func stop(
        _ message: String,
        at position: Int,
        to handler: inout some PacketHandler
    ) {
        emitter.problem(
            CaptureProblem(.damagedRecord, message, at: partial.offset + position),
            to: &handler
        )
        isStopped = true
    }
}

extension PcapNGReader: CaptureRecordReader {
    mutating func readRecords(_ bytes: RawSpan, into handler: inout some PacketHandler) -> Int {
        var position = 0
        while !isStopped {
            let available = bytes.byteCount - position
            guard available >= 12 else {
                partial.needed = 12
                return position
            }
            let type = BlockType(rawValue: bytes.uint32(at: position))
            if type == .sectionHeader {
                guard beginSection(bytes.uint32(at: position + 8), at: position, to: &handler) else {
                    break
                }
            }
            let block = isBigEndian ? type : BlockType(rawValue: type.rawValue.byteSwapped)
            let stated = bytes.uint32(at: position + 4, bigEndian: isBigEndian)
            // Some writers exclude the padding from the length, but not from the file.
            let length = (Int(stated) + 3) & ~3
            guard length >= block.minimumLength else {
                stop(
                    "a block of type \(block.rawValue) says that it is \(stated) bytes long, less than the "
                        + "\(block.minimumLength) that it has to be",
                    at: position,
                    to: &handler
                )
                break
            }
            guard let limit = limit(of: block, length: length, at: position, to: &handler) else { break }
            if length > limit {
                partial.skipped = length - 12
                return position + 12
            }
            guard available >= length else {
                partial.needed = length
                return position
            }
            let closing = bytes.uint32(at: position + length - 4, bigEndian: isBigEndian)
            guard closing == stated else {
                stop(
                    "a block says that it is \(stated) bytes long at its start, and \(closing) at its end",
                    at: position,
                    to: &handler
                )
                break
            }
            bytes.prefetchRecord(afterOne: length, endingAt: position + length)
            let body = bytes.extracting((position + 8)..<(position + length - 4))
            read(block, body, at: position, into: &handler)
            if isStopped { break }
            position += length
        }
        return position
    }

    /// The greatest length of a block of a type that is read as a whole; longer ones are skipped.
    ///
    /// - Returns: the length in bytes, or `nil` where a longer block of the type is damage.
    private mutating func limit(
        of block: BlockType,
        length: Int,
        at position: Int,
        to handler: inout some PacketHandler
    ) -> Int? {
        switch block {
        case .enhancedPacket, .simplePacket, .obsoletePacket, .sectionHeader, .interfaceDescription:
            let limit = limits.packetLength + limits.optionsLength
            if length <= limit { return limit }
            stop(
                "a block of type \(block.rawValue) says that it is \(length) bytes long, more than \(limit)",
                at: position,
                to: &handler
            )
            return nil
        case .decryptionSecrets:
            if length > limits.secretsLength {
                emitter.problem(
                    CaptureProblem(
                        .oversizedSecrets,
                        "a block of secrets is \(length) bytes long, more than \(limits.secretsLength)",
                        at: partial.offset + position
                    ),
                    to: &handler
                )
            }
            return limits.secretsLength
        case .interfaceStatistics: return limits.optionsLength
        case .journalExport, .systemEvent, .systemEventFlags, .custom, .customNotCopied:
            emitter.otherFrame()
            return 0
        default: return 0
        }
    }

    /// Determines a section's byte order from its magic number.
    private mutating func beginSection(
        _ magic: UInt32,
        at position: Int,
        to handler: inout some PacketHandler
    ) -> Bool {
        switch magic {
        case 0x1A2B_3C4D: isBigEndian = true
        case 0x4D3C_2B1A: isBigEndian = false
        default:
            let shown = String(magic, radix: 16, uppercase: true)
            stop("a section's byte-order magic is \(shown), which is not valid", at: position, to: &handler)
            return false
        }
        return true
    }

    private mutating func read(
        _ block: BlockType,
        _ body: RawSpan,
        at position: Int,
        into handler: inout some PacketHandler
    ) {
        switch block {
        case .enhancedPacket, .obsoletePacket:
            let isObsolete = block == .obsoletePacket
            readPacket(body, isObsolete: isObsolete, at: position, into: &handler)
        case .simplePacket:
            readSimplePacket(body, at: position, into: &handler)
        case .interfaceDescription:
            guard interfaces.count < limits.interfaceCount,
                let interface = InterfaceDescription(body, bigEndian: isBigEndian)
            else { return }
            interfaces.append(interface)
        case .interfaceStatistics:
            statistics.add(body, of: interfaces.count, bigEndian: isBigEndian)
        case .sectionHeader:
            interfaces.removeAll(keepingCapacity: true)
            let major = body.uint16(at: 4, bigEndian: isBigEndian)
            if major != 1 { stop("a section has version \(major), not 1", at: position, to: &handler) }
        case .decryptionSecrets:
            let length = Int(body.uint32(at: 4, bigEndian: isBigEndian))
            guard length <= body.byteCount - 8 else {
                stop(
                    "a block of \(body.byteCount + 12) bytes says that it holds \(length) bytes of secrets",
                    at: position,
                    to: &handler
                )
                return
            }
            handler.secrets(
                DecryptionSecrets(
                    kind: DecryptionSecrets.Kind(rawValue: body.uint32(at: 0, bigEndian: isBigEndian)),
                    bytes: body.copy(8..<(8 + length)),
                    precedingFrames: emitter.frameCount
                )
            )
        default: break
        }
    }
}
