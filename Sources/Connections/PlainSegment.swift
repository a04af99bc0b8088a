import Bytes
import CaptureSources

/// A TCP segment as nearly all are sent: in a whole IPv4 packet without options, straight in an Ethernet frame, and no
/// SYN.
///
/// Such a frame is recognized by a few comparisons of eight bytes each, and needs none of the steps that lead through
/// other headers; they would give the same segment.
struct PlainSegment {
    /// The segment.
    let segment: TCPSegment
    /// The addresses as they stand in the packet, the sender's in the upper half.
    let addresses: UInt64
    /// The ports as they stand in the packet, the sender's in the upper half.
    let ports: UInt32
    /// Where its payload is in the frame, as far as it was captured.
    let payload: Range<Int>

    /// Where the header of the packet begins in an Ethernet frame.
    private static let packetStart = 14
    /// Where that of the segment begins.
    private static let segmentStart = 34

    /// Its ends, and whether its sender is the lower one.
    var key: (ConnectionKey, isFromLower: Bool) {
        ConnectionKey.of(segment, from: (0, addresses >> 32), to: (0, addresses & 0xFFFF_FFFF), isIPv6: false)
    }

    /// Reads a frame; `nil` where it holds anything else, or is not whole up to the segment's payload.
    ///
    /// Inlined: to hand it over in memory would take as long as to read it.
    @inline(__always)
    init?(_ bytes: RawSpan, _ header: PacketHeader) {
        guard header.linkType.isEthernet, bytes.byteCount >= Self.segmentStart + 20 else { return nil }
        // EtherType, version and length of the header; kind of service; length; identification.
        let first = bytes.uint64(at: 12)
        // Flags and offset of a fragment; time to live; protocol; checksum; half of the sender's address.
        let second = bytes.uint64(at: 20)
        guard first >> 40 == 0x0800_45, second & 0x3FFF_00FF_0000_0000 == 0x0000_0006_0000_0000 else {
            return nil
        }
        // Acknowledgement; length of the header and flags; window.
        let third = bytes.uint64(at: 42)
        let control = ControlBits(rawValue: UInt8(truncatingIfNeeded: third >> 16))
        let stated = Int(first >> 16 & 0xFFFF)
        let headerLength = Int(third >> 28 & 0x0F) * 4
        let start = Self.segmentStart + headerLength
        guard !control.contains(.syn), headerLength >= 20, start <= Self.packetStart + stated,
            Self.packetStart + stated <= header.originalLength, start <= bytes.byteCount
        else { return nil }
        let end = min(Self.packetStart + stated, bytes.byteCount)
        let fourth = bytes.uint64(at: Self.segmentStart)
        addresses = bytes.uint64(at: 26)
        ports = UInt32(truncatingIfNeeded: fourth >> 32)
        payload = start..<end
        segment = TCPSegment(
            sourcePort: UInt16(truncatingIfNeeded: fourth >> 48),
            destinationPort: UInt16(truncatingIfNeeded: fourth >> 32),
            sequence: SequenceNumber(UInt32(truncatingIfNeeded: fourth)),
            acknowledgement: SequenceNumber(UInt32(truncatingIfNeeded: third >> 32)),
            control: control,
            window: UInt16(truncatingIfNeeded: third),
            windowScale: nil,
            missingLength: Self.packetStart + stated - end,
            frame: header.frame,
            time: header.time
        )
    }
}
