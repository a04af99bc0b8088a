import Bytes

/// Reads the pcapng format, pushed in pieces of any size.
/// ```
///   ┌ section header ┐┌ interface ┐┌ interface ┐┌ enhanced packet ┐┌ secrets ┐┌ section header …
///   │ byte order     ││ 0         ││ 1         ││ interface, time ││         ││ everything anew
/// ```
/// Every block is `type, total length, body, total length`. Unknown ones are passed over.
/// (draft-ietf-opsawg-pcapng.)
package struct PcapNGReader {
    /// Whether nothing more is read, because of damage.
    package private(set) var isStopped = false

    var straddling = PartialRecord()
    private(set) var outlet: PacketEmitter
    private let limits: CaptureLimits
    private var isBigEndian = false
    private var interfaces: [InterfaceDescription] = []
    private var toldOfInterface = false

    /// Makes a reader that hands on the packets that `filter` lets pass.
    package init(filter: PacketFilter? = nil, limits: CaptureLimits = CaptureLimits()) {
        outlet = PacketEmitter(filter: filter)
        self.limits = limits
        straddling.needed = 12
    }

    /// Reads the next bytes of the file.
    package mutating func push(_ bytes: RawSpan, into handler: inout some PacketHandler) {
        feed(bytes, into: &handler)
    }

    /// Says that the file has ended; a block that is not whole is reported, not read.
    package mutating func finish(into handler: inout some PacketHandler) {
        guard !isStopped, straddling.isInsideRecord || straddling.end == 0 else { return }
        let due = max(straddling.skipped, straddling.needed - straddling.bytes.count)
        outlet.problem(
            CaptureProblem(
                .truncatedFile,
                "the file ends after \(straddling.end) bytes, in a block of which at least \(due) bytes are missing, "
                    + "after packet \(outlet.frameCount)",
                at: straddling.end
            ),
            to: &handler
        )
        isStopped = true
    }

    private mutating func stop(
        _ message: String,
        at position: Int,
        telling handler: inout some PacketHandler
    ) {
        outlet.problem(
            CaptureProblem(.damagedRecord, message, at: straddling.offset + position),
            to: &handler
        )
        isStopped = true
    }
}

extension PcapNGReader: RecordReader {
    mutating func readRecords(_ bytes: RawSpan, into handler: inout some PacketHandler) -> Int {
        var position = 0
        while !isStopped {
            let available = bytes.byteCount - position
            guard available >= 12 else {
                straddling.needed = 12
                return position
            }
            let type = BlockType(rawValue: bytes.uint32(at: position))
            if type == .sectionHeader {
                guard beginSection(bytes.uint32(at: position + 8), at: position, telling: &handler) else {
                    break
                }
            }
            let block = isBigEndian ? type : BlockType(rawValue: type.rawValue.byteSwapped)
            let stated = bytes.uint32(at: position + 4, bigEndian: isBigEndian)
            // Some writers leave the padding out of the length, but not out of the file.
            let length = (Int(stated) + 3) & ~3
            guard length >= block.minimumLength else {
                stop(
                    "a block of type \(block.rawValue) says that it is \(stated) bytes long, less than the "
                        + "\(block.minimumLength) that it has to be",
                    at: position,
                    telling: &handler
                )
                break
            }
            guard let limit = limit(of: block, length: length, at: position, telling: &handler) else { break }
            if length > limit {
                straddling.skipped = length - 12
                return position + 12
            }
            guard available >= length else {
                straddling.needed = length
                return position
            }
            let closing = bytes.uint32(at: position + length - 4, bigEndian: isBigEndian)
            guard closing == stated else {
                stop(
                    "a block says that it is \(stated) bytes long at its start, and \(closing) at its end",
                    at: position,
                    telling: &handler
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

    /// How long a block of a type may be to be looked at as a whole; longer ones are passed over.
    ///
    /// - Returns: the length in bytes, or `nil` when a block whose contents matter is longer, which is damage.
    private mutating func limit(
        of block: BlockType,
        length: Int,
        at position: Int,
        telling handler: inout some PacketHandler
    ) -> Int? {
        switch block {
        case .enhancedPacket, .simplePacket, .obsoletePacket, .sectionHeader, .interfaceDescription:
            let limit = limits.packetLength + limits.optionsLength
            if length <= limit { return limit }
            stop(
                "a block of type \(block.rawValue) says that it is \(length) bytes long, more than \(limit)",
                at: position,
                telling: &handler
            )
            return nil
        case .decryptionSecrets:
            if length > limits.secretsLength {
                outlet.problem(
                    CaptureProblem(
                        .oversizedSecrets,
                        "a block of secrets is \(length) bytes long, more than \(limits.secretsLength)",
                        at: straddling.offset + position
                    ),
                    to: &handler
                )
            }
            return limits.secretsLength
        case .journalExport, .systemEvent, .systemEventFlags, .custom, .customNotCopied:
            outlet.otherFrame()
            return 0
        default: return 0
        }
    }

    /// Takes a section's byte order from its magic.
    private mutating func beginSection(
        _ magic: UInt32,
        at position: Int,
        telling handler: inout some PacketHandler
    ) -> Bool {
        switch magic {
        case 0x1A2B_3C4D: isBigEndian = true
        case 0x4D3C_2B1A: isBigEndian = false
        default:
            let shown = String(magic, radix: 16, uppercase: true)
            stop("a section's byte order is told by \(shown), which is none", at: position, telling: &handler)
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
            if major != 1 { stop("a section has version \(major), not 1", at: position, telling: &handler) }
        case .decryptionSecrets:
            let length = Int(body.uint32(at: 4, bigEndian: isBigEndian))
            guard length <= body.byteCount - 8 else {
                stop(
                    "a block of \(body.byteCount + 12) bytes says that it holds \(length) bytes of secrets",
                    at: position,
                    telling: &handler
                )
                return
            }
            handler.secrets(
                DecryptionSecrets(
                    kind: DecryptionSecrets.Kind(rawValue: body.uint32(at: 0, bigEndian: isBigEndian)),
                    bytes: body.copy(8..<(8 + length)),
                    precedingFrames: outlet.frameCount
                )
            )
        default: break
        }
    }

    /// Reads an enhanced packet block, or the obsolete one, which differs in its first four bytes only.
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
                telling: &handler
            )
            return
        }
        let number =
            isObsolete
            ? Int(body.uint16(at: 0, bigEndian: isBigEndian))
            : Int(body.uint32(at: 0, bigEndian: isBigEndian))
        guard let interface = interface(number, at: position, telling: &handler) else { return }
        let high = UInt64(body.uint32(at: 4, bigEndian: isBigEndian))
        let low = UInt64(body.uint32(at: 8, bigEndian: isBigEndian))
        outlet.packet(
            body.extracting(20..<(20 + captured)),
            time: interface.timestamp(high << 32 | low),
            originalLength: Int(body.uint32(at: 16, bigEndian: isBigEndian)),
            linkType: interface.linkType,
            to: &handler
        )
    }

    /// Reads a simple packet block, which is of the first interface, has no time, and leaves its captured length
    /// to be found out.
    private mutating func readSimplePacket(
        _ body: RawSpan,
        at position: Int,
        into handler: inout some PacketHandler
    ) {
        guard let interface = interface(0, at: position, telling: &handler) else { return }
        let original = Int(body.uint32(at: 0, bigEndian: isBigEndian))
        let snapped = interface.snapLength == 0 ? original : min(original, interface.snapLength)
        let captured = min(snapped, body.byteCount - 4)
        guard captured <= limits.packetLength else {
            stop(
                "a packet of \(captured) bytes is longer than \(limits.packetLength)",
                at: position,
                telling: &handler
            )
            return
        }
        outlet.packet(
            body.extracting(4..<(4 + captured)),
            time: nil,
            originalLength: original,
            linkType: interface.linkType,
            to: &handler
        )
    }

    /// The interface of a packet; one that is not described counts as a frame and is told of once.
    private mutating func interface(
        _ number: Int,
        at position: Int,
        telling handler: inout some PacketHandler
    ) -> InterfaceDescription? {
        if number < interfaces.count { return interfaces[number] }
        outlet.otherFrame()
        if !toldOfInterface {
            toldOfInterface = true
            outlet.problem(
                CaptureProblem(
                    .undefinedInterface,
                    "packet \(outlet.frameCount) names interface \(number), of \(interfaces.count) that are described",
                    at: straddling.offset + position
                ),
                to: &handler
            )
        }
        return nil
    }
}
