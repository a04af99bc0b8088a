import Bytes

/// Reads libpcap's classic capture format, pushed in pieces of any size.
/// ```
///   ┌──────── file header ─────────┐┌──── record ────┐┌─ record …
///   │magic version … snaplen  link ││sec frac cap orig│ packet │
///   └───────── 24 (28) ────────────┘└── 16 (24) ──────┘└─ cap ─┘
/// ```
/// Packets are passed on in place in the pushed bytes; only one that spans two pushes is copied. Where another file header
/// stands in the place of a record, as in captures that were joined as they are, its packets follow.
/// (draft-ietf-opsawg-pcap.)
package struct PcapReader {
    /// The variants that the first four bytes distinguish.
    package struct Variant: Hashable, Sendable {
        /// Whether the file's numbers are big-endian.
        package var isBigEndian: Bool
        /// The nanoseconds in one unit of a time's second number.
        package var nanosecondsPerTick: Int64
        /// The length of the file header in bytes: IXIA's `lcap` adds the length of all records.
        package var fileHeaderLength: Int
        /// The length of a record's header in bytes: Kuznetzov's libpcap adds 8 of its own.
        package var recordHeaderLength: Int

        /// Recognizes the variant by the first four bytes as a big-endian number; `nil` where they are not
        /// pcap's.
        package init?(magic: UInt32) {
            switch magic {
            case 0xA1B2_C3D4, 0xD4C3_B2A1: self.init(magic, 0xA1B2_C3D4, 1_000, 24, 16)
            case 0xA1B2_3C4D, 0x4D3C_B2A1: self.init(magic, 0xA1B2_3C4D, 1, 24, 16)
            case 0xA1B2_CD34, 0x34CD_B2A1: self.init(magic, 0xA1B2_CD34, 1_000, 24, 24)
            case 0x1C00_01AC, 0xAC01_001C: self.init(magic, 0x1C00_01AC, 1, 28, 16)
            case 0x1C00_01AB, 0xAB01_001C: self.init(magic, 0x1C00_01AB, 1_000, 28, 16)
            default: return nil
            }
        }

        private init(_ magic: UInt32, _ big: UInt32, _ tick: Int64, _ fileHeader: Int, _ record: Int) {
            isBigEndian = magic == big
            nanosecondsPerTick = tick
            fileHeaderLength = fileHeader
            recordHeaderLength = record
        }
    }
    /// The variant; `nil` until four bytes were read.
    package private(set) var variant: Variant?
    /// The capture's link type.
    package private(set) var linkType = LinkType.null
    /// Whether reading stopped because of damage.
    package private(set) var isStopped = false

    var partial = PartialRecord()
    private(set) var emitter: PacketEmitter
    private let limits: CaptureLimits
    private var lengthsMaySwap = false

    /// Makes a reader that passes on the packets that match `filter`.
    package init(filter: PacketFilter? = nil, limits: CaptureLimits = CaptureLimits()) {
        emitter = PacketEmitter(filter: filter)
        self.limits = limits
        partial.needed = 4
    }

    /// Reads the next bytes of the file.
    package mutating func push(_ bytes: RawSpan, into handler: inout some PacketHandler) {
        feed(bytes, into: &handler)
    }

    /// Marks the end of the file; an incomplete record is reported as a fault.
    package mutating func finish(into handler: inout some PacketHandler) {
        guard !isStopped, partial.isInsideRecord || variant == nil else { return }
        let place = emitter.frameCount == 0 && partial.offset == 0 ? "the file header" : nil
        emitter.problem(
            CaptureProblem(
                .truncatedFile,
                "the file ends after \(partial.end) bytes, in \(place ?? "packet \(emitter.frameCount + 1)"), "
                    + "of whose \(partial.needed) bytes \(partial.bytes.count) are there",
                at: partial.end
            ),
            to: &handler
        )
        isStopped = true
    }
}

extension PcapReader: CaptureRecordReader {
    mutating func readRecords(_ bytes: RawSpan, into handler: inout some PacketHandler) -> Int {
        var position = 0
        var variant: Variant
        if let known = self.variant {
            variant = known
        } else {
            guard let read = readFileHeader(bytes, into: &handler) else { return 0 }
            variant = read
            position = read.fileHeaderLength
        }
        while true {
            let headerLength = variant.recordHeaderLength
            guard bytes.byteCount - position >= headerLength else {
                partial.needed = headerLength
                return position
            }
            let lengths = bytes.uint32Pair(at: position + 8, bigEndian: variant.isBigEndian)
            var (captured, original) = (Int(lengths.0), Int(lengths.1))
            if lengthsMaySwap, captured > original { swap(&captured, &original) }
            // In a file header, its time zone and its accuracy, both 0, stand where a record has its lengths.
            if captured == 0, original == 0, let joined = Variant(magic: bytes.uint32(at: position)) {
                guard bytes.byteCount - position >= joined.fileHeaderLength else {
                    partial.needed = joined.fileHeaderLength
                    return position
                }
                variant = takeFileHeader(joined, bytes.extracting(position...))
                position += joined.fileHeaderLength
                continue
            }
            guard captured <= limits.packetLength else {
                stop(
                    "packet \(emitter.frameCount + 1) says that \(captured) bytes of it were captured, "
                        + "more than \(limits.packetLength)",
                    at: partial.offset + position,
                    to: &handler
                )
                return position
            }
            let length = headerLength + captured
            guard bytes.byteCount - position >= length else {
                partial.needed = length
                return position
            }
            bytes.prefetchRecord(afterOne: length, endingAt: position + length)
            let (seconds, ticks) = bytes.uint32Pair(at: position, bigEndian: variant.isBigEndian)
            let nanoseconds = Int64(seconds) * 1_000_000_000 + Int64(ticks) * variant.nanosecondsPerTick
            emitter.packet(
                bytes.extracting((position + headerLength)..<(position + length)),
                time: Timestamp(nanoseconds: nanoseconds),
                originalLength: original,
                linkType: linkType,
                to: &handler
            )
            position += length
        }
    }

    private mutating func readFileHeader(
        _ bytes: RawSpan,
        into handler: inout some PacketHandler
    ) -> Variant? {
        guard bytes.byteCount >= 4 else { return nil }
        guard let read = Variant(magic: bytes.uint32(at: 0)) else {
            stop("the file does not begin as a pcap capture does", at: 0, to: &handler)
            return nil
        }
        guard bytes.byteCount >= read.fileHeaderLength else {
            partial.needed = read.fileHeaderLength
            return nil
        }
        return takeFileHeader(read, bytes)
    }

    /// Takes what a whole file header says of the records after it.
    private mutating func takeFileHeader(_ read: Variant, _ bytes: RawSpan) -> Variant {
        variant = read
        let major = bytes.uint16(at: 4, bigEndian: read.isBigEndian)
        let minor = bytes.uint16(at: 6, bigEndian: read.isBigEndian)
        // Before version 2.4 writers disagreed on the order of the two lengths.
        lengthsMaySwap = major == 543 || (major == 2 && minor < 4)
        // The upper half holds the length of the frame check sequence, which the IP length excludes anyway.
        let link = bytes.uint32(at: 20, bigEndian: read.isBigEndian)
        linkType = LinkType(rawValue: UInt16(truncatingIfNeeded: link))
        return read
    }

    private mutating func stop(
        _ message: String,
        at offset: Int,
        to handler: inout some PacketHandler
    ) {
        emitter.problem(CaptureProblem(.damagedRecord, message, at: offset), to: &handler)
        isStopped = true
    }
}
