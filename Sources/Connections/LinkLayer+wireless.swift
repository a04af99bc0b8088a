import CaptureSources

/// Frames of wireless networks (IEEE 802.11 §9).
extension LinkLayer {
    /// Skips radiotap's header, which says whether the frame's header is padded to four bytes.
    static func radiotapPayload(_ bytes: RawSpan) -> NetworkPayload {
        guard bytes.byteCount >= 8, bytes.byte(at: 0) == 0 else { return .other(.damaged) }
        let length = Int(bytes.uint16(at: 2, bigEndian: false))
        guard length >= 8, length <= bytes.byteCount else { return .other(.damaged) }
        let present = bytes.uint32(at: 4, bigEndian: false)
        var position = 8
        var word = present
        while word & 0x8000_0000 != 0, position + 4 <= length {
            word = bytes.uint32(at: position, bigEndian: false)
            position += 4
        }
        var isPadded = false
        if present & 2 != 0 {
            // The flags stand after the time, which is aligned to its own eight bytes.
            if present & 1 != 0 { position = (position + 7) & ~7 + 8 }
            guard position < length else { return .other(.damaged) }
            isPadded = bytes.byte(at: position) & 0x20 != 0
        }
        return wirelessPayload(bytes, at: length, isPadded: isPadded)
    }

    /// The packet of an aggregate that begins at an offset.
    ///
    /// Addresses and a length precede it; all but the last one are filled up to four bytes.
    ///
    /// - Parameters:
    ///   - bytes: the frame, as far as it was captured.
    ///   - start: where the header of the packet begins.
    /// - Returns: the range of its bytes that were captured, their number on the wire, and where the next one begins;
    ///   `nil` where no packet begins here.
    static func aggregated(
        _ bytes: RawSpan,
        at start: Int
    ) -> (captured: Range<Int>, length: Int, next: Int)? {
        guard bytes.byteCount - start >= 14 else { return nil }
        let length = Int(bytes.uint16(at: start + 12))
        let end = start + 14 + length
        guard length > 0 else { return nil }
        return ((start + 14)..<min(end, bytes.byteCount), length, start + (14 + length + 3) & ~3)
    }

    /// Finds the packet of a data frame, or its packets; encrypted ones are not read.
    static func wirelessPayload(_ bytes: RawSpan, at start: Int, isPadded: Bool = false) -> NetworkPayload {
        guard bytes.byteCount - start >= 2 else { return .other(.damaged) }
        let kind = bytes.byte(at: start)
        let flags = bytes.byte(at: start + 1)
        // Data frames with a payload: type 2, without the bit for none.
        guard kind & 0x0F == 0x08, kind & 0x40 == 0 else { return .other(.wirelessControl) }
        guard flags & 0x40 == 0 else { return .other(.wirelessEncrypted) }
        var length = flags & 0x03 == 0x03 ? 30 : 24
        var isAggregate = false
        if kind & 0x80 != 0 {
            guard bytes.byteCount - start >= length + 2 else { return .other(.damaged) }
            isAggregate = bytes.byte(at: start + length) & 0x80 != 0
            length += flags & 0x80 != 0 ? 6 : 2
        }
        if isPadded { length = (length + 3) & ~3 }
        return isAggregate ? .aggregate(start + length) : logicalLinkPayload(bytes, at: start + length)
    }
}
