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
    private(set) var emitter: PacketEmitter
    private let limits: CaptureLimits
    private var isBigEndian = false
    private var interfaces: [InterfaceDescription] = []
    private var hasReportedInterface = false

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

    /// Marks the end of the file; an incomplete block is reported as a fault.
    package mutating func finish(into handler: inout some PacketHandler) {
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

    private mutating func stop(
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

    /// Reads an enhanced packet block, or the obsolete one, which differs only in its first four bytes.
    private mutating func readPacket(
        _ body: RawSpan,
        isObsolete: Bool,
        at position: Int,
        into handler: inout some PacketHandler
    ) {
        let captured = Int(body.uint32(at: 12, bigEndian: isBigEndian))
        guard captured <= min(body.byteCount - 20, limits.packetLength) else {
            stop(
                "a block of \(body.byteCount + 12) bytes says that it holds a packet of \(captured) bytes",
                at: position,
                to: &handler
            )
            return
        }
        let number =
            isObsolete
            ? Int(body.uint16(at: 0, bigEndian: isBigEndian))
            : Int(body.uint32(at: 0, bigEndian: isBigEndian))
        guard let interface = interface(number, at: position, to: &handler) else { return }
        let high = UInt64(body.uint32(at: 4, bigEndian: isBigEndian))
        let low = UInt64(body.uint32(at: 8, bigEndian: isBigEndian))
        emitter.packet(
            body.extracting(20..<(20 + captured)),
            time: interface.timestamp(high << 32 | low),
            originalLength: Int(body.uint32(at: 16, bigEndian: isBigEndian)),
            linkType: interface.linkType,
            to: &handler
        )
    }

    /// Reads a simple packet block, which belongs to the first interface, has no time, and no captured length
    /// of its own.
    private mutating func readSimplePacket(
        _ body: RawSpan,
        at position: Int,
        into handler: inout some PacketHandler
    ) {
        guard let interface = interface(0, at: position, to: &handler) else { return }
        let original = Int(body.uint32(at: 0, bigEndian: isBigEndian))
        let snapped = interface.snapLength == 0 ? original : min(original, interface.snapLength)
        let captured = min(snapped, body.byteCount - 4)
        guard captured <= limits.packetLength else {
            stop(
                "a packet of \(captured) bytes is longer than \(limits.packetLength)",
                at: position,
                to: &handler
            )
            return
        }
        emitter.packet(
            body.extracting(4..<(4 + captured)),
            time: nil,
            originalLength: original,
            linkType: interface.linkType,
            to: &handler
        )
    }

    /// The interface of a packet; a packet of an undescribed one counts as a frame, which is reported once.
    private mutating func interface(
        _ number: Int,
        at position: Int,
        to handler: inout some PacketHandler
    ) -> InterfaceDescription? {
        if number < interfaces.count { return interfaces[number] }
        emitter.otherFrame()
        if !hasReportedInterface {
            hasReportedInterface = true
            emitter.problem(
                CaptureProblem(
                    .undefinedInterface,
                    "packet \(emitter.frameCount) names interface \(number), of \(interfaces.count) that are described",
                    at: partial.offset + position
                ),
                to: &handler
            )
        }
        return nil
    }
}
