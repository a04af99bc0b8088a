import Bytes

/// Splits one direction of a connection into frames as bytes are pushed (RFC 9113 §4).
/// ```
///   header ──► payload, as it arrives ──► end ─┐
///     ▲────────────────────────────────────────┘
/// ```
struct HTTP2FrameReader {
    /// The result of a step.
    enum Step {
        /// All bytes are read.
        case moreNeeded
        /// The header of a frame is complete.
        case header(HTTP2FrameHeader)
        /// The next bytes of the current frame's payload, as offsets in the bytes.
        case payload(Range<Int>)
        /// The current frame is complete.
        case end(HTTP2FrameHeader)
    }

    /// The header of the current frame, `nil` between frames.
    private(set) var header: HTTP2FrameHeader?
    /// The stream offset of the first byte of the current frame's header, or of the next frame's.
    private(set) var frameStart = 0
    /// How many bytes of the current frame's payload are still to come.
    private(set) var remaining = 0
    private var held: [UInt8] = []

    /// Reads until there is something to report.
    ///
    /// - Parameters:
    ///   - bytes: the bytes that arrived.
    ///   - position: the offset in them to read from; after the call, that of the first byte not read.
    ///   - base: the stream offset of the first of the bytes.
    /// - Returns: what was read.
    mutating func step(_ bytes: RawSpan, from position: inout Int, base: Int) -> Step {
        if let current = header {
            if remaining == 0 {
                header = nil
                return .end(current)
            }
            guard position < bytes.byteCount else { return .moreNeeded }
            let count = min(remaining, bytes.byteCount - position)
            remaining -= count
            position += count
            return .payload((position - count)..<position)
        }
        guard position < bytes.byteCount else { return .moreNeeded }
        if held.isEmpty { frameStart = base + position }
        let needed = HTTP2FrameHeader.length - held.count
        let available = bytes.byteCount - position
        if held.isEmpty, available >= needed {
            return begin(
                HTTP2FrameHeader(bytes.extracting(position..<(position + needed))),
                &position,
                needed
            )
        }
        guard available >= needed else {
            held += bytes.copied(position..<bytes.byteCount)
            position = bytes.byteCount
            return .moreNeeded
        }
        held += bytes.copied(position..<(position + needed))
        let header = HTTP2FrameHeader(held.span.bytes)
        held.removeAll(keepingCapacity: true)
        return begin(header, &position, needed)
    }

    /// Skips `length` missing bytes; returns whether they all lie in the current frame's payload.
    mutating func skip(_ length: Int) -> Bool {
        guard header != nil, length <= remaining else { return false }
        remaining -= length
        return true
    }

    /// Drops the current frame: the next byte begins a frame.
    mutating func restart() {
        header = nil
        remaining = 0
        held = []
    }

    private mutating func begin(
        _ header: HTTP2FrameHeader,
        _ position: inout Int,
        _ count: Int
    ) -> Step {
        position += count
        remaining = header.payloadLength
        self.header = header
        return .header(header)
    }
}
