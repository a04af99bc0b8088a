import Bytes
import CaptureSources

/// The control bits of a TCP header that matter here (RFC 9293 §3.1).
struct ControlBits: OptionSet, Sendable {
    var rawValue: UInt8

    static let fin = ControlBits(rawValue: 0x01)
    static let syn = ControlBits(rawValue: 0x02)
    static let rst = ControlBits(rawValue: 0x04)
    static let ack = ControlBits(rawValue: 0x10)

    /// Whether nothing but an acknowledgement is set, of those above.
    var isOnlyAcknowledgement: Bool { rawValue & 0x17 == 0x10 }
}

/// A TCP segment's header, and where and when it was captured; the payload is passed separately.
struct TCPSegment: Sendable {
    /// The sender's port.
    var sourcePort: UInt16
    /// The receiver's port.
    var destinationPort: UInt16
    /// The sequence number of the first byte of the payload, or of the SYN before it.
    var sequence: SequenceNumber
    /// The number of the next byte that the sender expects from the other side; meaningful with ``ControlBits/ack``.
    var acknowledgement: SequenceNumber
    /// The control bits.
    var control: ControlBits
    /// The receive window as the header has it, not scaled.
    var window: UInt16
    /// The shift of the windows that its sender offers in later segments (RFC 7323 §2.2); `nil` where this is no SYN or
    /// has no such option.
    var windowScale: UInt8?
    /// How many bytes of the payload the capture cut off.
    var missingLength: Int
    /// The frame that carried it, from 1.
    var frame: Int
    /// When that frame was captured.
    var time: Timestamp?

    /// Reads the header of a segment.
    ///
    /// - Parameters:
    ///   - bytes: the segment as captured.
    ///   - length: its length by the IP header, in bytes; at least that of `bytes`.
    ///   - header: the packet it came in.
    /// - Returns: the segment and the offset of its payload in `bytes`; `nil` where the header is cut off or
    ///   not one of TCP.
    static func parse(
        _ bytes: RawSpan,
        length: Int,
        of header: PacketHeader
    ) -> (segment: TCPSegment, payloadStart: Int)? {
        guard bytes.byteCount >= 20 else { return nil }
        let headerLength = Int(bytes.byte(at: 12) >> 4) * 4
        guard headerLength >= 20, headerLength <= length else { return nil }
        let start = min(headerLength, bytes.byteCount)
        let control = ControlBits(rawValue: bytes.byte(at: 13))
        let segment = TCPSegment(
            sourcePort: bytes.uint16(at: 0),
            destinationPort: bytes.uint16(at: 2),
            sequence: SequenceNumber(bytes.uint32(at: 4)),
            acknowledgement: SequenceNumber(bytes.uint32(at: 8)),
            control: control,
            window: bytes.uint16(at: 14),
            windowScale: control.contains(.syn) ? windowScale(bytes.extracting(20..<start)) : nil,
            missingLength: length - headerLength - (bytes.byteCount - start),
            frame: header.frame,
            time: header.time
        )
        return (segment, start)
    }

    /// The greatest shift of a window (RFC 7323 §2.3).
    static let largestWindowScale: UInt8 = 14

    /// The shift in the options of a SYN (RFC 9293 §3.1, RFC 7323 §2.2).
    private static func windowScale(_ options: RawSpan) -> UInt8? {
        var position = 0
        while position < options.byteCount {
            switch options.byte(at: position) {
            case 0: return nil
            case 1: position += 1
            case let kind:
                guard options.byteCount - position >= 2 else { return nil }
                let length = Int(options.byte(at: position + 1))
                guard length >= 2, options.byteCount - position >= length else { return nil }
                if kind == 3, length == 3 { return min(options.byte(at: position + 2), largestWindowScale) }
                position += length
            }
        }
        return nil
    }
}
