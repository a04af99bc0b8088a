import Bytes

/// The blocks that hold packets (§4.3, §4.4).
extension PcapNGReader {
    /// Reads an enhanced packet block, or the obsolete one, which differs only in its first four bytes.
    mutating func readPacket(
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
            comment: body.extracting(isObsolete ? 0..<0 : comment(in: body, after: (20 + captured + 3) & ~3)),
            to: &handler
        )
    }

    /// Where the first comment stands among the options of a packet's block; empty where there is none (§3.5).
    private func comment(in body: RawSpan, after start: Int) -> Range<Int> {
        var options = BlockOptions(at: start, bigEndian: isBigEndian)
        while let option = options.next(in: body) {
            if option.code == PcapNGWriter.Option.comment { return option.value }
        }
        return 0..<0
    }

    /// Reads a simple packet block, which belongs to the first interface, has no time, and no captured length
    /// of its own.
    mutating func readSimplePacket(
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
