import Bytes

/// How many packets the capturing program counted as dropped, from the Interface Statistics Blocks.
///
/// (draft-ietf-opsawg-pcapng §4.6.)
struct InterfaceStatistics: Sendable {
    /// The counts of each interface of a section.
    private var counts: [Int: DropCounts] = [:]

    /// All that were dropped.
    var dropped: DropCounts {
        counts.values.reduce(into: DropCounts()) { sum, counts in
            sum.byKernel += counts.byKernel
            sum.byInterface += counts.byInterface
        }
    }

    /// Reads the body of a block.
    ///
    /// - Parameters:
    ///   - body: the bytes.
    ///   - interfaceCount: the number of interfaces that are described; others are ignored.
    ///   - bigEndian: the section's byte order.
    mutating func add(_ body: RawSpan, of interfaceCount: Int, bigEndian: Bool) {
        guard body.byteCount >= 12 else { return }
        let interface = Int(body.uint32(at: 0, bigEndian: bigEndian))
        guard interface < interfaceCount else { return }
        // Each block counts from the start of the capture, in each file that it is rotated to.
        var latest = counts[interface] ?? DropCounts()
        var options = BlockOptions(at: 12, bigEndian: bigEndian)
        while let option = options.next(in: body) {
            guard option.value.count == 8 else { continue }
            let bits = body.uint64(at: option.value.lowerBound)
            let count = Int(UInt32(clamping: bigEndian ? bits : bits.byteSwapped))
            switch option.code {
            case PcapNGWriter.Option.droppedByInterface: latest.byInterface = max(latest.byInterface, count)
            case PcapNGWriter.Option.droppedByKernel: latest.byKernel = max(latest.byKernel, count)
            default: break
            }
        }
        if latest.dropped > 0 { counts[interface] = latest }
    }
}
